"""Which file imports which, as Python's own modulefinder says: one line "importer imported" for each
pair, and before them one line "importer" for each file that it could load.

usage: python_imports.py DIRECTORY < files, one a line, relative to the directory
"""

import os
import sys
from modulefinder import ModuleFinder


class ImportRecorder(ModuleFinder):
    """Records what each import statement names: its module, and those of the names after "from" that are modules."""

    def __init__(self, directory):
        super().__init__(path=[directory])
        self.pairs = set()
        self.scanning = []

    def scan_code(self, co, m):
        self.scanning.append(m)
        super().scan_code(co, m)
        self.scanning.pop()

    def import_hook(self, name, caller=None, fromlist=None, level=-1):
        parent = self.determine_parent(caller, level=level)
        head, tail = self.find_head_package(parent, name)
        module = self.load_tail(head, tail)
        self.record(caller, module)
        if not fromlist:
            return head
        if module.__path__:
            self.ensure_fromlist(module, fromlist)
            for part in fromlist:
                self.record(caller, self.modules.get(f"{module.__name__}.{part}"))
        return None

    def record(self, caller, module):
        # "from . import name" comes without its caller.
        caller = caller or (self.scanning[-1] if self.scanning else None)
        if caller is not None and module is not None and caller.__file__ and module.__file__:
            self.pairs.add((caller.__file__, module.__file__))


def main():
    directory = os.path.realpath(sys.argv[1])
    finder = ImportRecorder(directory)
    files = [line.rstrip("\n") for line in sys.stdin]
    known = {os.path.join(directory, file) for file in files}
    for file in files:
        name = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        try:
            finder.import_hook(name)
        except (ImportError, SyntaxError, ValueError, UnicodeDecodeError):
            pass  # A file that Python itself cannot load says nothing about what it imports.
    for module in finder.modules.values():
        if module.__file__ in known:
            print(os.path.relpath(module.__file__, directory))
    for importer, imported in sorted(finder.pairs):
        if importer != imported and importer in known and imported in known:
            print(os.path.relpath(importer, directory), os.path.relpath(imported, directory))


main()
