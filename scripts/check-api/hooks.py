"""Steers the fuzzer deep: existing apps, releases and keys instead of random names, on the host that serves the route.

Every choice follows from a counter, so that one seed repeats one run."""

import json
import os

import schemathesis

with open(os.environ["CHECK_API_FIXTURES"], encoding="utf-8") as file:
    FIXTURES = json.load(file)
APPS = FIXTURES["apps"]
BY_SLUG = {app["slug"]: app for app in APPS}
REMEMBERED = 12

# The list that replaces a path parameter, by the segment before it and its name, else by its name alone.
EXISTING = {
    "releases/id": "releases",
    "keys/id": "keys",
    "signing-keys/id": "signingKeys",
    "trusted-publishers/id": "trustedPublishers",
    "releaseId": "releases",
    "domain": "domains",
    # A deactivated channel takes no drafts: "stable" stays as it is.
    "name": "otherChannels",
    "channel": "channels",
    "target": "targets",
    "arch": "architectures",
    "currentVersion": "versions",
    "version": "versions",
    "fileName": "fileNames",
    "feed": "feeds",
    "app": "slug",
    "publicSlug": "slug",
}
# The same for members of bodies and queries.
MEMBERS = {"version": "draftVersions", "channel": "channels", "target": "targets"}
# What a created resource is remembered under, by the path that creates it.
CREATED = {
    "/v1/apps/{app}/releases": ("release", "releases"),
    "/v1/apps/{app}/keys": ("key", "keys"),
    "/v1/apps/{app}/signing-keys": ("signingKey", "signingKeys"),
    "/v1/apps/{app}/trusted-publishers": ("trustedPublisher", "trustedPublishers"),
}
sent = 0


def pick(app, member, turn):
    value = app.get(member)
    return value[turn % len(value)] if isinstance(value, list) and value else value or None


def existing_for(path, name, app, turn):
    """An existing value for a parameter of a path, or None where there is none."""
    segments = path.split("/")
    at = segments.index("{" + name + "}") if "{" + name + "}" in segments else 0
    return pick(app, EXISTING.get(f"{segments[at - 1]}/{name}") or EXISTING.get(name), turn)


def steer(values, app, turn):
    for name, member in MEMBERS.items():
        if isinstance(values.get(name), str):
            values[name] = pick(app, member, turn)


@schemathesis.hook
def before_call(context, case, kwargs):
    global sent
    sent += 1
    turn = sent // len(APPS)
    operation = context.operation
    is_setting = operation.path == "/v1/apps/{app}" and operation.method.upper() == "PATCH"
    # Settings change on a few apps only, so that the others keep publishing.
    app = APPS[-1 - sent % 3] if is_setting else APPS[sent % len(APPS)]
    # Three of four requests name what exists; the fourth keeps what was generated.
    if sent % 4 != 0:
        for name in list(case.path_parameters or {}):
            value = existing_for(operation.path, name, app, turn)
            if value is not None:
                case.path_parameters[name] = value
    if sent % 2 == 0:
        for values in (case.body, case.query):
            if isinstance(values, dict):
                steer(values, app, turn)
    definition = operation.definition.raw
    is_public = bool(definition.get("servers")) or operation.path == "/"
    is_base = operation.path.startswith("/releases/v1/") or operation.path == "/"
    if is_public and not (is_base and sent % 2 == 0):
        case.headers["Host"] = app["host"]
    # Every request comes from another network, as through a proxy: limits by network are not what is checked.
    case.headers["X-Forwarded-For"] = f"10.{(sent >> 16) & 255}.{(sent >> 8) & 255}.{sent & 255}"
    is_admin = definition.get("x-who", "").startswith("The admin key") or sent % 2 == 0
    if sent % 50 != 0:
        case.headers["Authorization"] = f"Bearer {FIXTURES['adminKey'] if is_admin else app['key']}"


@schemathesis.hook
def after_call(context, case, response):
    member, known = CREATED.get(context.operation.path, (None, None))
    app = BY_SLUG.get(str((case.path_parameters or {}).get("app")))
    if member is None or app is None or response.status_code != 201:
        return
    created = response.json().get(member) or {}
    app[known] = ([created.get("id")] + app[known])[:REMEMBERED]
    if member == "release":
        app["draftVersions"] = ([created.get("version")] + app["draftVersions"])[:REMEMBERED]
