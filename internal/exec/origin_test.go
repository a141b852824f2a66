package exec

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestOrigins compares Origins with a model that has the identity of each byte, over random copies, havocs, stores and
// reads. It checks that each byte gets the value of its identity, and that after the first copy of uninitialised bytes,
// each identity is read at most once.
func TestOrigins(t *testing.T) {
	const size = 48
	own := func(addr uint64) ir.Key { return ir.Key{Site: 0, Off: int64(addr)} }
	for seed := uint64(0); seed < 300; seed++ {
		r := rand.New(rand.NewPCG(seed, 1))
		var o Origins
		var uninit [size]bool
		var ids [size]ir.Key // identities of the uninitialised bytes
		var data [size]byte
		for i := range ids {
			uninit[i], ids[i] = true, own(uint64(i))
		}
		value := func(k ir.Key) byte { return byte(k.Site*101 + k.Occ*37 + int(k.Off)*7 + 1) }
		reads := map[ir.Key]int{}
		copied := false
		var log []string
		for step := 0; step < 40; step++ {
			n := 1 + r.IntN(12)
			a, b := r.IntN(size-n), r.IntN(size-n)
			switch r.IntN(4) {
			case 0: // copy
				log = append(log, fmt.Sprintf("copy %d <- %d, %d", a, b, n))
				o.Copy(uint64(a), uint64(b), n, func(i int) bool { return uninit[b+i] }, own)
				var u, id, d = uninit, ids, data
				for i := 0; i < n; i++ {
					uninit[a+i], ids[a+i], data[a+i] = u[b+i], id[b+i], d[b+i]
					copied = copied || uninit[a+i]
				}
			case 1: // havoc
				log = append(log, fmt.Sprintf("havoc %d, %d", a, n))
				k := ir.Key{Site: 1, Occ: step}
				o.Set(uint64(a), uint64(a+n), k)
				for i := 0; i < n; i++ {
					uninit[a+i], ids[a+i] = true, k
					ids[a+i].Off += int64(i)
				}
			case 2: // store
				for i := 0; i < n; i++ {
					uninit[a+i], data[a+i] = false, byte(step)
				}
			default: // read
				log = append(log, fmt.Sprintf("read %d, %d", a, n))
				ok := o.Materialise(uint64(a), n, func(i int) bool { return uninit[a+i] }, own,
					func(i int, v byte) {
						if v != value(ids[a+i]) {
							t.Fatalf("seed %d: byte %d is %d, want %d\n%v", seed, a+i, v, value(ids[a+i]), log)
						}
						uninit[a+i], data[a+i] = false, v
					},
					func(k ir.Key, ty ir.Type) (uint64, bool) {
						var bits uint64
						for i := ty.Size() - 1; i >= 0; i-- {
							bk := k
							bk.Off += int64(i)
							bits = bits<<8 | uint64(value(bk))
							if reads[bk]++; copied && reads[bk] > 1 {
								t.Fatalf("seed %d: %v is read twice\n%v", seed, bk, log)
							}
						}
						return bits, true
					})
				if !ok {
					t.Fatal("read failed")
				}
				for i := 0; i < n; i++ {
					if uninit[a+i] {
						t.Fatalf("seed %d: byte %d was not read\n%v", seed, a+i, log)
					}
				}
			}
		}
	}
}
