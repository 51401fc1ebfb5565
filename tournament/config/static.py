"""Static files under names that change with their contents, so that browsers may keep them for good."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage

# How our scripts import one another, with the name that Django puts in its place.
IMPORTS = (
    (r"""(?P<matched>from "(?P<url>\./\w+\.js)";)""", 'from "%(url)s";'),
    (r"""(?P<matched>import "(?P<url>\./\w+\.js)";)""", 'import "%(url)s";'),
)


class FingerprintedStorage(CompressedManifestStaticFilesStorage):
    """Fingerprints what our scripts import too: after an upgrade a page never gets modules of two versions.

    Not `support_js_module_import_aggregation`: that reads the scripts of other packages as well, comments included.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        *((f"{app}/*.js", IMPORTS) for app in ("tournament", "tables")),
    )
    # A name depends on the names of what the file imports: one pass for each floor of the tablet's modules.
    max_post_process_passes = 12
