"""Upkeep: backup and doctor, for the admin alone."""

from __future__ import annotations

from http import HTTPStatus
from pathlib import Path

from fastapi import APIRouter

from graph_aria.api import PREFIX
from graph_aria.api.deps import Admin
from graph_aria.api.doctor import examine
from graph_aria.api.problems import responses
from graph_aria.api.schemas.keeping import BackupDone, BackupOrder, Report
from graph_aria.errors import InvalidInput, StoreUnreadable

router = APIRouter(prefix=PREFIX, tags=["admin"], responses=responses(401, 403, 422, 503))


@router.post(
    "/backup",
    operation_id="createBackup",
    summary="Write a backup",
    status_code=HTTPStatus.CREATED,
    responses=responses(409, 507),
)
async def create_backup(body: BackupOrder, services: Admin) -> BackupDone:
    """Scrub the store and write a whole copy of it; safe while the service runs."""
    path = Path(body.path)
    if not path.is_absolute():
        raise InvalidInput("path: give an absolute path, such as /backups/aria.db")
    try:
        await services.store.backup(path)
    except StoreUnreadable as error:
        message = "path: no file can be written there; give one in a folder that is there"
        raise InvalidInput(message) from error
    return BackupDone(
        path=str(path),
        n_bytes=path.stat().st_size,  # noqa: ASYNC240 - one look at a file just written
        note="older backups still hold what was deleted since; delete them too",
    )


@router.get("/doctor", operation_id="examine", summary="Look after the service")
async def doctor(services: Admin) -> Report:
    """What is well, what is degraded and what is broken, and how to mend it."""
    return Report(findings=await examine(services))
