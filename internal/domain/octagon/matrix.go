package octagon

// This file has the algorithms on matrices, after A. Mine, The Octagon Abstract Domain, HOSC 2006 (half-matrices,
// closure); R. Bagnara, P. M. Hill, E. Zaffanella, An Improved Tight Closure Algorithm for Integer Octagonal
// Constraints, VMCAI 2008 (close: shortest paths, then tightening, then strengthening, once each); A. Chawdhary, E.
// Robbins, A. King, Incrementally Closing Octagons, FMSD 2019 (add). Deviation: add computes all entries of the new
// matrix from two columns of the old one, so no order of the updates matters.

// inf is the entry for no bound; finite entries are within -limit..limit. Sums of two entries do not overflow, and the
// sum of inf and a finite entry is larger than limit.
const (
	inf   = int64(1)<<62 - 1
	limit = int64(1) << 60
)

// pos returns the index of entry (i, j).
func pos(i, j int) int {
	if j > i|1 {
		i, j = j^1, i^1
	}
	return j + ((i+1)*(i+1))>>1
}

// size returns the length of the half-matrix of n variables.
func size(n int) int { return 2 * n * (n + 1) }

// fit returns the entry for the bound v, or a weaker entry if v is out of range.
func fit(v int64) int64 {
	switch {
	case v > limit:
		return inf
	case v < -limit:
		return -limit
	}
	return v
}

// plus returns the sum of two entries.
func plus(a, b int64) int64 { return fit(a + b) }

// top returns the matrix without constraints.
func top(n int) []int64 {
	m := make([]int64, size(n))
	for i := range m {
		m[i] = inf
	}
	for i := 0; i < 2*n; i++ {
		m[pos(i, i)] = 0
	}
	return m
}

// even rounds a unary entry down: 2x <= 7 implies 2x <= 6.
func even(v int64) int64 {
	if v == inf {
		return v
	}
	return v &^ 1
}

// closeFull makes m tight. It returns false if m has no integer points.
func closeFull(m []int64, n int) bool {
	if !paths(m, n) {
		return false
	}
	return tighten(m, n)
}

// paths computes shortest paths by the algorithm of Floyd and Warshall on the half-matrix. Each step considers paths
// through the two nodes of a variable. The result is false if there is a negative cycle.
func paths(m []int64, n int) bool {
	buf := make([]int64, 8*n)
	toK, toL, fromK, fromL := buf[:2*n], buf[2*n:4*n], buf[4*n:6*n], buf[6*n:]
	for k := 0; k < 2*n; k += 2 {
		l := k + 1
		kl, lk := m[pos(k, l)], m[pos(l, k)]
		if kl+lk < 0 {
			return false
		}
		for i := 0; i < 2*n; i++ {
			ik, il := m[pos(i, k)], m[pos(i, l)]
			toK[i], toL[i] = min(ik, plus(il, lk)), min(il, plus(ik, kl))
			fromL[i^1], fromK[i^1] = toK[i], toL[i] // (l, i^1) = (i, k)
		}
		relax(m, n, toK, fromK, toL, fromL)
	}
	for i := 0; i < 2*n; i++ {
		p := pos(i, i)
		if m[p] < 0 {
			return false
		}
		m[p] = 0
	}
	return true
}

// relax lowers each entry (i, j) to x[i] + p[j] and y[i] + q[j] if these are smaller.
func relax(m []int64, n int, x, p, y, q []int64) {
	at := 0
	for i := 0; i < 2*n; i++ {
		w := i | 1
		line, p, q := m[at:at+w+1], p[:w+1], q[:w+1]
		a, b := x[i], y[i]
		if a != inf || b != inf {
			for j, s := range line {
				if t := a + p[j]; t < s && t <= limit {
					s = max(t, -limit)
					line[j] = s
				}
				if t := b + q[j]; t < s && t <= limit {
					line[j] = max(t, -limit)
				}
			}
		}
		at += w + 1
	}
}

// tighten makes m, a matrix of shortest paths, tight. It returns false if m has no integer points.
func tighten(m []int64, n int) bool {
	u := make([]int64, 2*n) // entries (i, i^1), which bound -2*V_i
	for i := range u {
		p := pos(i, i^1)
		m[p] = even(m[p])
		u[i] = m[p]
	}
	for i := 0; i < 2*n; i += 2 {
		if u[i]+u[i+1] < 0 {
			return false
		}
	}
	strengthen(m, n, u)
	return true
}

// strengthen lowers each entry (i, j) to half the sum of the bounds of -2*V_i and 2*V_j if this is smaller; u has the
// unary entries.
func strengthen(m []int64, n int, u []int64) {
	at := 0
	for i := 0; i < 2*n; i++ {
		w := i | 1
		if c := u[i]; c != inf {
			line := m[at : at+w+1]
			for j := range line {
				r := u[j^1]
				if s := (c + r) >> 1; s < line[j] && r != inf {
					line[j] = s
				}
			}
			line[i] = 0
		}
		at += w + 1
	}
}

// add adds V_b - V_a <= d to the tight matrix m, which stays tight, in time proportional to the size of m. The result
// is false if m becomes empty.
func add(m []int64, n, a, b int, d int64) bool {
	d = fit(d)
	if a == b^1 {
		d = even(d)
	}
	if d >= m[pos(a, b)] {
		return true
	}
	if plus(d, m[pos(b, a)]) < 0 {
		return false
	}
	// toB[i] is the length of the shortest path from i over the new arc to b. toA[i] is the length of the shortest path
	// from i over its twin, the arc from b^1 to a^1. Before, either path may use the other arc.
	viaA, viaB := m[pos(a^1, a)], m[pos(b, b^1)]
	buf := make([]int64, 10*n)
	toB, toA, u := buf[:2*n], buf[2*n:4*n], buf[4*n:6*n]
	fromB, fromA := buf[6*n:8*n], buf[8*n:]
	for i := 0; i < 2*n; i++ {
		ia, ib := m[pos(i, a)], m[pos(i, b^1)]
		x, y := plus(ia, d), plus(ib, d)
		toB[i] = min(x, plus(plus(y, viaA), d))
		toA[i] = min(y, plus(plus(x, viaB), d))
		fromB[i^1] = ib // (b, i^1) = (i, b^1)
		fromA[i^1] = ia // (a^1, i^1) = (i, a)
	}
	for i := 0; i < 2*n; i++ {
		if plus(toB[i], fromB[i]) < 0 || plus(toA[i], fromA[i]) < 0 {
			return false
		}
		u[i] = even(min(m[pos(i, i^1)], plus(toB[i], fromB[i^1]), plus(toA[i], fromA[i^1])))
	}
	for i := 0; i < 2*n; i += 2 {
		if u[i]+u[i+1] < 0 {
			return false
		}
	}
	at := 0
	for i := 0; i < 2*n; i++ {
		w := i | 1
		line := m[at : at+w+1]
		x, y, c := toB[i], toA[i], u[i]
		for j := range line {
			s := line[j]
			if t := x + fromB[j]; t < s && t <= limit {
				s = t
			}
			if t := y + fromA[j]; t < s && t <= limit {
				s = t
			}
			if r := u[j^1]; r != inf && c != inf {
				s = min(s, (c+r)>>1)
			}
			line[j] = max(s, -limit)
		}
		line[i] = 0
		at += w + 1
	}
	return true
}

// closeVar makes m tight. The entries between variables other than x must be tight already, and the entries of x must
// imply nothing new about the other variables.
func closeVar(m []int64, n, x int) {
	buf := make([]int64, 8*n)
	from := [2][]int64{buf[:2*n], buf[2*n : 4*n]} // shortest paths from each node of x that do not return to x
	for s := range from {
		i := 2*x + s
		old, best := buf[(4+2*s)*n:(6+2*s)*n], from[s]
		for j := range old {
			if old[j] = m[pos(i, j)]; j>>1 == x {
				old[j] = inf
			}
		}
		copy(best, old)
		at := 0
		for k := 0; k < 2*n; k++ {
			w := k | 1
			line := m[at : at+w+1]
			at += w + 1
			if k>>1 == x {
				continue
			}
			for j, v := range line {
				// (k, j) and its twin (j^1, k^1)
				if t := old[k] + v; t < best[j] && t <= limit {
					best[j] = max(t, -limit)
				}
				if t := old[j^1] + v; t < best[k^1] && t <= limit {
					best[k^1] = max(t, -limit)
				}
			}
		}
	}
	var u [2]int64
	for s := range from {
		i := 2*x + s
		u[s] = m[pos(i, i^1)]
		for j, v := range from[s] {
			if j>>1 != x {
				u[s] = min(u[s], plus(v, from[s][j^1])) // (j, i^1) = (i, j^1)
			}
		}
		u[s] = even(u[s])
		m[pos(i, i^1)] = u[s]
	}
	for s := range from {
		i := 2*x + s
		for j, v := range from[s] {
			if j>>1 == x {
				continue
			}
			v = min(v, plus(u[s], from[1-s][j]))
			if r := m[pos(j^1, j)]; r != inf && u[s] != inf {
				v = min(v, (u[s]+r)>>1)
			}
			m[pos(i, j)] = v
		}
	}
}
