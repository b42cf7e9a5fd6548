# One command on a Windows computer with Python 3.11 or 3.12 and Inno Setup 6:  powershell packaging\windows\build.ps1
$ErrorActionPreference = "Stop"
Set-Location (Join-Path $PSScriptRoot "..\..")
py packaging\prepare.py package
if ($LASTEXITCODE) { exit 1 }
.venv\Scripts\python packaging\package.py
if ($LASTEXITCODE) { exit 1 }
$version = .venv\Scripts\python -c "import sys; sys.path.insert(0, 'packaging'); import build_backend; print(build_backend.version())"
$compiler = (Get-Command iscc -ErrorAction SilentlyContinue).Source
if (-not $compiler) { $compiler = "${env:ProgramFiles(x86)}\Inno Setup 6\ISCC.exe" }
& $compiler "/DVersion=$version" packaging\windows\palimpsest.iss
exit $LASTEXITCODE
