"""What the tests have the client for Python do; prints what came of it as JSON."""

import io
import json
import re
import sys
from pathlib import Path
from typing import get_type_hints

from paraph import AsyncParaph, CallOptions, OAuthApp, Paraph, ParaphError, Tokens, renewing_token, types


def snake(name):
    name = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name)
    name = re.sub(r"([A-Z])([A-Z][a-z])", r"\1_\2", name).lower()
    return "from_" if name == "from" else name


def filled(value):
    if value == "@upload":
        return b"%PDF"
    if isinstance(value, list):
        return [filled(each) for each in value]
    return {key: filled(each) for key, each in value.items()} if isinstance(value, dict) else value


def operations(base_url, calls):
    with Paraph(base_url, token="TOKEN", retries=0) as paraph:
        for call in calls:
            method = getattr(paraph, snake(call["name"]))
            failed(lambda: method(**{snake(key): filled(value) for key, value in call["input"].items()}))
    # Every name that an annotation has is there.
    for each in vars(types).values():
        if isinstance(each, type) and each.__module__ == types.__name__:
            get_type_hints(each)
    for name in dir(Paraph):
        for client in (Paraph, AsyncParaph):
            if not name.startswith("_") and hasattr(client, name):
                get_type_hints(getattr(client, name))
    offered = [name for name in dir(Paraph) if not name.startswith("_")]
    return sorted(set(offered) - {"close", "download", "list_envelopes_by_ids"})


def failed(act):
    try:
        act()
    except ParaphError as error:
        told = {"kind": type(error).__name__, "code": error.code, "status": error.status}
        return {**told, "violations": error.violations, "request": error.request_id, "scope": error.missing_scope}
    return None


def behaviour(base_url, given):
    with Paraph(base_url, api_key="KEY", retry_delay=0.001) as paraph:
        step = {"type": "sign", "recipients": [{"name": "Ada", "email": "ada@example.com"}]}
        made = paraph.create_quick_envelope(
            name="Lease",
            document=[Path(given["file"]), b"bytes", io.BytesIO(b"stream")],
            steps=[step],
            metadata={},
        )
        seen = {"made": made["id"], "listed": [each["id"] for each in paraph.list_envelopes(limit=2).all()]}
        read = lambda ref: lambda: paraph.read_envelope(envelope_id=ref)  # noqa: E731
        for ref in ("invalid", "scoped", "limited", "moved", "gone"):
            seen[ref] = failed(read(ref))
        seen["deleted"] = failed(lambda: paraph.delete_envelope(envelope_id="lost"))
        seen["started"] = failed(lambda: paraph.start_workflow(workspace_id=1, workflow_id=2))
        try:
            paraph.read_envelope(envelope_id="..")
        except ValueError as error:
            seen["dots"] = str(error)
        seen["downloaded"] = paraph.download("https://other.example/api/v1/storage/a%20b?c=d").decode()
        paraph.update_workspace(workspace_id=7, description=None, options=CallOptions(idempotency_key="mine"))
    app = OAuthApp(base_url, "id", "secret")
    stored = []
    token = renewing_token(app, Tokens("old", "keep", 2**40), stored.append)
    with Paraph(base_url, get_token=token) as paraph:
        seen["profile"] = [paraph.read_profile()["email"], stored[0].access_token, stored[0].refresh_token]
    return seen


def notifications(_, given):
    from hook import on_notification

    return [on_notification(each["headers"], each["body"].encode(), each["secret"]) for each in given]


def sign_in_url(_, __):
    from oauth import sign_in_url as url_of

    return url_of("a state")


def sign_in(_, given):
    from oauth import sign_in as signed_in

    stored = []
    with signed_in(given["code"], stored.append) as paraph:
        return paraph.read_profile()["email"] if stored[0].refresh_token else None


ACTS = {
    "operations": operations,
    "behaviour": behaviour,
    "notifications": notifications,
    "signInUrl": sign_in_url,
    "signIn": sign_in,
}

if __name__ == "__main__":
    act, base_url, file = sys.argv[1:]
    print(json.dumps(ACTS[act](base_url, json.loads(Path(file).read_text()))))
