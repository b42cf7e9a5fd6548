#!/bin/sh
# One command on a Mac with Python 3.11 or 3.12 and Xcode's command line tools:  sh packaging/macos/build.sh
# To sign and notarise, set SIGN_AS ("Developer ID Application: ...") and NOTARY (a keychain profile that
# `xcrun notarytool store-credentials` made). Without them the app runs after a right click and Open.
set -eu
cd "$(dirname "$0")/../.."
python3 packaging/prepare.py package
.venv/bin/python packaging/package.py
version=$(.venv/bin/python -c "import sys; sys.path.insert(0, 'packaging'); import build_backend; print(build_backend.version())")
app=build/package/Palimpsest.app
image="dist/palimpsest-$version-macos-$(uname -m).dmg"

if [ -n "${SIGN_AS:-}" ]; then
    codesign --force --deep --options runtime --timestamp --sign "$SIGN_AS" "$app"
    codesign --verify --deep --strict "$app"
fi
stage=build/package/image
rm -rf "$stage" && mkdir -p "$stage"
cp -R "$app" "$stage/" && ln -s /Applications "$stage/Applications"
hdiutil create -volname Palimpsest -srcfolder "$stage" -ov -format UDZO "$image"
if [ -n "${NOTARY:-}" ]; then
    xcrun notarytool submit "$image" --keychain-profile "$NOTARY" --wait
    xcrun stapler staple "$image"
fi
echo "$image"
