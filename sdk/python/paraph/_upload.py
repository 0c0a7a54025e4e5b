"""Files to send."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Union

Content = Union[bytes, os.PathLike[str], BinaryIO]


@dataclass(frozen=True)
class File:
    """A file with a name of its own: ``File(content, name="lease.pdf")``."""

    content: Content
    name: str = ""
    type: str = "application/pdf"


#: A file to send: a path, bytes, an open binary file, or one of them with a name.
Upload = Union[bytes, os.PathLike[str], BinaryIO, File]


def is_upload(value: object) -> bool:
    return isinstance(value, (File, bytes, bytearray, os.PathLike)) or hasattr(value, "read")


def read_upload(value: Upload) -> tuple[str, bytes, str]:
    """Name, bytes and type. Streams are read, so that a retry can send them again."""
    file = value if isinstance(value, File) else File(value)
    content = file.content
    if isinstance(content, (bytes, bytearray)):
        return file.name or "document.pdf", bytes(content), file.type
    if isinstance(content, os.PathLike):
        path = Path(content)
        return file.name or path.name, path.read_bytes(), file.type
    read = content.read()
    if not isinstance(read, bytes):
        raise TypeError("The file was opened as text; open it with mode 'rb'.")
    own = getattr(content, "name", None)
    return file.name or (Path(own).name if isinstance(own, str) else "document.pdf"), read, file.type
