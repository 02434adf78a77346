"""The compiled engine; all else is in pyproject.toml.

SEEP_DEBUG=1 builds with bounds checks and `assert_ok` after every play and undo (`make debug`).
SEEP_CFLAGS adds flags of one's own, such as -march=native.
"""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

DEBUG = os.environ.get("SEEP_DEBUG") == "1"
# No fused multiply-adds: scores of the policy, and so the positions of a seed, are the same on every machine.
FLAGS = ["-ffp-contract=off", *(["-O1", "-g", "-DSEEP_DEBUG"] if DEBUG else ["-O3"])]

extensions = [
    Extension(
        f"seep_ext.{source.stem}",
        [str(source)],
        include_dirs=["ext/seep_ext"],
        depends=[str(header) for header in Path("ext/seep_ext").glob("*.h")],
        extra_compile_args=[*FLAGS, *os.environ.get("SEEP_CFLAGS", "").split()],
    )
    for source in sorted(Path("ext/seep_ext").glob("*.pyx"))
]

setup(
    options={"build_ext": {"parallel": os.cpu_count()}},
    packages=["seep_ext", "seep_solver", "seep_cli"],
    package_dir={
        "seep_ext": "ext/seep_ext",
        "seep_solver": "solver/seep_solver",
        "seep_cli": "cli/seep_cli",
    },
    package_data={
        "seep_ext": ["*.pyi", "py.typed"],
        "seep_solver": ["py.typed", "report-page/*"],
        "seep_cli": ["py.typed", "*.seep"],
    },
    ext_modules=cythonize(
        extensions,
        include_path=["ext"],
        build_dir="build/cython",
        compiler_directives={
            "language_level": 3,
            "boundscheck": DEBUG,
            "wraparound": False,
            "initializedcheck": DEBUG,
            "cdivision": True,
            "embedsignature": True,
        },
    ),
)
