// Package near finds the names that a user may have meant when a name is mistyped.
//
//	near.Mean("clmp", []string{"clamp", "main"})   // "; did you mean clamp?"
//
// Not modelled: keyboards, words that sound alike.
package near

import (
	"slices"
	"strings"
)

// distance returns the number of edits from a to b: insert, delete or replace a letter, or swap two adjacent letters
// (F. J. Damerau, A technique for computer detection and correction of spelling errors, 1964). It returns limit + 1 if
// there are more than limit.
func distance(a, b string, limit int) int {
	if d := len(a) - len(b); d > limit || -d > limit {
		return limit + 1
	}
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, rows[i-2][j-2]+1)
			}
			rows[i][j] = d
		}
	}
	return min(rows[len(a)][len(b)], limit+1)
}

// Of returns at most three of names that are near to name, the nearest first. It ignores upper and lower case. Equally
// near names keep their order.
func Of(name string, names []string) (out []string) {
	limit := min((len(name)+1)/4, 3)
	if len(name) == 2 {
		limit = 0
	}
	for d := 0; d <= limit; d++ {
		for _, n := range names {
			if n != name && distance(strings.ToLower(name), strings.ToLower(n), limit) == d && len(out) < 3 &&
				!slices.Contains(out, n) {
				out = append(out, n)
			}
		}
	}
	return out
}

// Mean returns the end of a message, a question whether the user meant the nearest name. If no name is near, it takes
// one that begins with name; if there is none, it returns "".
func Mean(name string, names []string) string {
	best := Of(name, names)
	if len(best) == 0 && len(name) > 2 {
		for _, n := range names {
			if strings.HasPrefix(n, name) && n != name {
				best = append(best, n)
			}
		}
	}
	if len(best) == 0 {
		return ""
	}
	return "; did you mean " + best[0] + "?"
}
