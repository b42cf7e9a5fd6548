; Inno Setup: an installer for one user, without administrator rights. Built by packaging/windows/build.ps1, which
; passes the version: iscc /DVersion=0.1.0 packaging\windows\palimpsest.iss
#ifndef Version
  #error Say the version: iscc /DVersion=... palimpsest.iss
#endif

[Setup]
AppId=Palimpsest
AppName=Palimpsest
AppVersion={#Version}
AppPublisher=The Palimpsest developers
DefaultDirName={autopf}\Palimpsest
DefaultGroupName=Palimpsest
PrivilegesRequired=lowest
ChangesAssociations=yes
Compression=lzma2/max
SolidCompression=yes
ArchitecturesInstallIn64BitMode=x64compatible
LicenseFile=..\..\LICENSE
SourceDir=..\..
OutputDir=dist
OutputBaseFilename=palimpsest-{#Version}-windows-setup
UninstallDisplayIcon={app}\palimpsest-gui.exe

[Files]
Source: "build\package\palimpsest\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[Icons]
Name: "{group}\Palimpsest"; Filename: "{app}\palimpsest-gui.exe"

[Registry]
; .palimpsest opens here; MIDI and MusicXML only offer it under "Open with"
Root: HKA; Subkey: "Software\Classes\.palimpsest"; ValueType: string; ValueData: "Palimpsest.Project"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\Palimpsest.Project"; ValueType: string; ValueData: "Palimpsest project"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Palimpsest.Project\shell\open\command"; ValueType: string; ValueData: """{app}\palimpsest-gui.exe"" ""%1"""
Root: HKA; Subkey: "Software\Classes\.mid\OpenWithProgids"; ValueType: none; ValueName: "Palimpsest.Project"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.musicxml\OpenWithProgids"; ValueType: none; ValueName: "Palimpsest.Project"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.mxl\OpenWithProgids"; ValueType: none; ValueName: "Palimpsest.Project"; Flags: uninsdeletevalue
