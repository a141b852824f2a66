package polyhedra

import "math/bits"

// matrix is a table of bits with rows of w words.
type matrix struct {
	w int
	d []uint64
}

// newMatrix returns a table of zeros.
func newMatrix(rows, cols int) matrix {
	w := (cols + 63) / 64
	return matrix{w, make([]uint64, rows*w)}
}

// row returns row i, as a slice of m.
func (m matrix) row(i int) []uint64 { return m.d[i*m.w : (i+1)*m.w : (i+1)*m.w] }

func (m matrix) set(i, j int) { m.d[i*m.w+j>>6] |= 1 << uint(j&63) }

func (m matrix) has(i, j int) bool { return m.d[i*m.w+j>>6]>>uint(j&63)&1 == 1 }

// transposed returns the transpose of m, which has rows rows and cols columns. The result is in buf if it fits.
func (m matrix) transposed(rows, cols int, buf []uint64) matrix {
	t := matrix{w: (rows + 63) / 64}
	if n := t.w * cols; n <= len(buf) {
		t.d = buf[:n]
		clear(t.d)
	} else {
		t.d = make([]uint64, n)
	}
	for i := 0; i < rows; i++ {
		for k, word := range m.row(i) {
			for ; word != 0; word &= word - 1 {
				t.set(k<<6+bits.TrailingZeros64(word), i)
			}
		}
	}
	return t
}

// within reports whether a is a subset of b.
func within(a, b []uint64) bool {
	for i, x := range a {
		if x&^b[i] != 0 {
			return false
		}
	}
	return true
}

// count returns the number of bits set in a.
func count(a []uint64) int {
	n := 0
	for _, x := range a {
		n += bits.OnesCount64(x)
	}
	return n
}

// countBoth returns the number of bits set in both a and b.
func countBoth(a, b []uint64) int {
	n := 0
	for i, x := range a {
		n += bits.OnesCount64(x & b[i])
	}
	return n
}
