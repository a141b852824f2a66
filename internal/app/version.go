package app

import "runtime/debug"

// release is the version of the next release.
const release = "0.1.0"

// Version returns the release, with the commit if the build has recorded it.
func Version() string {
	v := release
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" && len(s.Value) >= 12 {
				v += "+" + s.Value[:12]
			}
		}
	}
	return v
}
