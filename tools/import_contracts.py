"""A contract for import-linter: who may import a library.

import-linter's own `protected` contract stops with an error as long as the
library or its owner does not exist, so it cannot be written down in advance.
This one can: it speaks up only when somebody imports what is not theirs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from importlinter import Contract, ContractCheck, fields, output

if TYPE_CHECKING:
    from grimp import ImportGraph


class OwnedContract(Contract):
    """Each module on the left is imported by the packages on its right alone.

    Configuration options:
        - owned: lines of the form `module -> package`, or
          `module -> package | package`. What lies inside the module may
          import it; so may the packages and all that lies inside them.
    """

    type_name = "owned"

    owned = fields.ListField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:  # noqa: ARG002, FBT001 - the library's signature
        """Look for direct imports by anybody else.

        Args:
            graph: every import in the project.
            verbose: not used.

        Returns:
            Broken if there is one; its metadata lists them, sorted.
        """
        strangers: list[str] = []
        for line in cast("list[str]", self.owned):
            owned, _, owners = (part.strip() for part in line.partition("->"))
            allowed = [owned, *(owner.strip() for owner in owners.split("|"))]
            strangers += [
                f"{importer} -> {module}"
                for module in graph.modules
                if _is_within(module, owned)
                for importer in graph.find_modules_that_directly_import(module)
                if not any(_is_within(importer, package) for package in allowed)
            ]
        return ContractCheck(kept=not strangers, metadata={"strangers": sorted(strangers)})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print each import that is not allowed.

        Args:
            check: what `check` gave.
        """
        for stranger in check.metadata["strangers"]:
            output.print_error(f"- {stranger}")


def _is_within(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")
