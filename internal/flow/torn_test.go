package flow

import "testing"

// TestCuts compares cuts, overlap and coincides with an enumeration of all pairs of concrete offsets.
func TestCuts(t *testing.T) {
	const top = 40
	places := func(x extent) []int64 { // the offsets at which it may begin
		if x.stride == 0 {
			return []int64{x.off}
		}
		var out []int64
		for o := x.off - 2*x.stride; o < top; o += x.stride {
			out = append(out, o)
		}
		return out
	}
	strides := []int64{0, 1, 2, 3, 4, 6, 8, 12}
	for _, sw := range strides {
		for _, sc := range strides {
			for offW := range max(sw, 6) {
				for offC := range max(sc, 6) {
					for _, n := range []int64{1, 2, 4, 7, 8, wholeSize} {
						w := write{extent{off: offW, stride: sw, size: n}, 4}
						c := extent{offC, sc, 4}
						if sw > 0 && offW >= sw || sc > 0 && offC >= sc {
							continue
						}
						cut, meet, apart := false, false, false
						for _, x := range places(w.extent) {
							for _, y := range places(c) {
								sizes := []int64{n}
								if n == wholeSize {
									sizes = []int64{4, 8, 12, 16, 40}
								}
								for _, n := range sizes {
									lo, hi := max(x, y), min(x+n, y+4)
									meet = meet || lo < hi
									cut = cut || lo < hi && hi-lo < 4
									apart = apart || lo < hi && x != y
								}
							}
						}
						if cut && !w.cuts(c) || meet && !w.overlap(c) {
							t.Fatalf("write %+v of %+v: cuts %v, overlaps %v; is %v, %v", w, c, w.cuts(c), w.overlap(c), cut, meet)
						}
						if n == 4 && meet && apart == w.coincides(c) {
							t.Fatalf("write %+v of %+v: coincides %v, but apart %v", w, c, w.coincides(c), apart)
						}
						if sw == 0 && sc == 0 && n != wholeSize && (cut != w.cuts(c) || meet != w.overlap(c)) {
							t.Fatalf("write %+v of %+v: cuts %v, overlaps %v; is %v, %v", w, c, w.cuts(c), w.overlap(c), cut, meet)
						}
					}
				}
			}
		}
	}
}
