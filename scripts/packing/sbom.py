"""Prints the software bill of materials, SPDX 2.3 as JSON: sbom.py BUILD_DIRECTORY, for scripts/release

It names every Debian package whose library the program loads, and every one whose code is in the program: of an archive,
of a header that the compiler read, or embedded as it is. The licence of each is the text of Debian's copyright file.
The source of this list is the build itself (ldd, and ninja's inputs and dependencies), not a list by hand.
"""
import datetime
import json
import pathlib
import re
import sys
import urllib.parse
import uuid

import linked
from linked import run

DOCUMENT = "SPDXRef-DOCUMENT"
COMPILERS = ("CMAKE_CXX_COMPILER", "MONTECOPTER_CLANG", "CMAKE_LINKER")


def identifier(name, kind="SPDXRef-Package"):
    """SPDX allows letters, digits, dots and hyphens."""
    return f"{kind}-{re.sub('[^A-Za-z0-9.-]', '-', name)}"


def of_debian(package, licence):
    """A Debian package as SPDX has it."""
    name, version = (urllib.parse.quote(text, safe="") for text in (package.name, package.version))
    return {
        "SPDXID": identifier(package.name), "name": package.name, "versionInfo": package.version,
        "supplier": "Organization: Debian", "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
        "sourceInfo": f"Debian source package {package.source} {package.source_version}",
        "licenseConcluded": "NOASSERTION", "licenseDeclared": licence,
        "copyrightText": "NOASSERTION",
        "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                          "referenceLocator": f"pkg:deb/debian/{name}@{version}?arch={package.architecture}"}]}


def of_ours(name, version, commit):
    return {"SPDXID": identifier(name), "name": name, "versionInfo": version, "downloadLocation": "NOASSERTION",
            "sourceInfo": f"commit {commit}", "filesAnalyzed": False, "licenseConcluded": "MIT", "licenseDeclared": "MIT",
            "copyrightText": linked.ROOT.joinpath("LICENSE").read_text().splitlines()[2], "primaryPackagePurpose": "APPLICATION"}


def relation(left, kind, right, comment=""):
    return {"spdxElementId": left, "relationshipType": kind, "relatedSpdxElement": right,
            **({"comment": comment} if comment else {})}


def relations(packages):
    """How the program uses each package."""
    ours = identifier("montecopter")
    for package in packages.values():
        theirs = identifier(package.name)
        if package.libraries:
            yield relation(ours, "DYNAMIC_LINK", theirs, "loads " + ", ".join(sorted(package.libraries)))
        if package.archives:
            yield relation(ours, "STATIC_LINK", theirs)
        if package.embedded:
            yield relation(ours, "CONTAINS", theirs, "a file of it, unchanged")
        if package.headers:
            yield relation(ours, "CONTAINS", theirs, "code of its headers, compiled in")


def of_mpi(build):
    """The module for mpirun, if it was built: the package of the library of MPI that it is linked with."""
    module = build / "montecopter_mpi.so"
    if not module.exists():
        return {}
    needed = re.findall(r"\(NEEDED\).*\[(libmpi\.so[^]]*)\]", run("readelf", "-d", module))
    path = linked.loaded(module)[needed[0]]
    owner, = linked.owners([path]).values()
    package = linked.described({owner})[owner]
    package.libraries[needed[0]] = path
    return {package.name: package}


def compilers(build):
    """The packages of the compilers and of the linker."""
    tools = {path for path in (linked.cached(build, name) for name in COMPILERS) if path}
    return {package.name: package for package in linked.described(set(linked.owners(tools).values())).values()}


def document(build):
    _, version, commit = run(build / "montecopter", "--version").split()
    commit = commit.strip("()")
    linked_packages, mpi, tools = linked.packages(build), of_mpi(build), compilers(build)
    parts = {**mpi, **linked_packages}
    debian = [of_debian(package, identifier(name, "LicenseRef-Debian")) for name, package in sorted(parts.items())]
    debian += [of_debian(package, "NOASSERTION") for name, package in sorted(tools.items()) if name not in parts]
    ours = [of_ours("montecopter", version, commit), *([of_ours("montecopter-mpi", version, commit)] if mpi else [])]
    found = [relation(DOCUMENT, "DESCRIBES", package["SPDXID"]) for package in ours] + list(relations(linked_packages))
    found += [relation(identifier("montecopter-mpi"), "DYNAMIC_LINK", identifier(name), "loads " + ", ".join(package.libraries))
              for name, package in mpi.items()]
    found += [relation(identifier(name), "BUILD_TOOL_OF", identifier("montecopter")) for name in tools]
    contents = {
        "packages": ours + debian, "relationships": found,
        "hasExtractedLicensingInfos": [
            {"licenseId": identifier(name, "LicenseRef-Debian"), "name": f"Debian's copyright file of {name}",
             "extractedText": package.licence.decode("utf-8", "replace")} for name, package in sorted(parts.items())]}
    seconds = datetime.datetime.fromtimestamp(linked.source_time(), datetime.timezone.utc)
    # The namespace is a name of these contents, not an address.
    unique = uuid.uuid5(uuid.NAMESPACE_OID, json.dumps([version, commit, contents], sort_keys=True))
    return {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": DOCUMENT, "name": f"montecopter-{version}",
            "documentNamespace": f"urn:uuid:{unique}",
            "creationInfo": {"created": f"{seconds:%Y-%m-%dT%H:%M:%SZ}", "creators": ["Tool: montecopter scripts/packing/sbom.py"]},
            **contents}


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    json.dump(document(pathlib.Path(sys.argv[1]).resolve()), sys.stdout, indent=1)
    print()
