package irtest

import "testing"

func TestLocs(t *testing.T) {
	for src, want := range map[string]string{
		"  locs 1\nx\n":      "loc L0 entry\nloc L1 exit\nx\n",
		"locs 4 error 3 2\n": "loc L0 entry\nloc L1 exit\nloc L2 error O1\nloc L3 error O0\nloc L4\n",
		"reg locs i32":       "reg locs i32",
	} {
		if got, err := expand(src); err != nil || got != want {
			t.Errorf("%q: %q, %v", src, got, err)
		}
	}
	for _, bad := range []string{"locs", "locs 0", "locs x", "locs 3 2", "locs 3 error", "locs 3 error 4", "locs error 2",
		"locs 3 wrong 2"} {
		if got, err := expand(bad); err == nil {
			t.Errorf("%s: %q", bad, got)
		}
	}
}
