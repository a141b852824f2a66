package report

// sliced returns the steps with only the values and branches that the end of the run depends on, and the inputs that
// are not 0. n is the number of steps that are omitted.
func sliced(steps []Step, d *depends) (out []Step, n int) {
	in := d.slice(d.cur)
	if in == nil {
		return steps, 0
	}
	for i, s := range steps {
		given := map[int32]bool{}
		for _, v := range s.Inputs {
			given[v.event] = !v.zero
		}
		keep := func(vs []Value) (out []Value) {
			for _, v := range vs {
				if in[v.event] || given[v.from] {
					out = append(out, v)
				}
			}
			return out
		}
		s.Inputs, s.Values = keep(s.Inputs), keep(s.Values)
		if s.Branch != "" && !in[s.event] {
			s.Branch = ""
		}
		if s.empty() && i < len(steps)-1 {
			n++
			continue
		}
		out = append(out, s)
	}
	return last(out), n
}

// last removes, from each sequence of steps that only have conditions, all but the last step.
func last(steps []Step) (out []Step) {
	bare := func(s Step) bool { return s.Branch != "" && len(s.Values) == 0 && len(s.Inputs) == 0 }
	skipped := 0
	for i, s := range steps {
		if i+1 < len(steps) && bare(s) && bare(steps[i+1]) && s.Func == steps[i+1].Func && s.Depth == steps[i+1].Depth {
			skipped++
			continue
		}
		s.Skipped = skipped
		skipped = 0
		out = append(out, s)
	}
	return out
}

// Limits of folded: the most steps of a round, and the fewest rounds that are folded.
const (
	longestRound = 64
	fewestRounds = 4
)

// folded replaces equal rounds, which visit the same lines with the same branches, by the first and the last of them.
func folded(steps []Step) []Step {
	var out []Step
	for i := 0; i < len(steps); {
		length, rounds := 0, 0
		for n := 1; n <= longestRound && i+fewestRounds*n <= len(steps); n++ {
			k := 1
			for i+(k+1)*n <= len(steps) && alike(steps[i:i+n], steps[i+k*n:i+(k+1)*n]) {
				k++
			}
			if k >= fewestRounds && k*n > length*rounds {
				length, rounds = n, k
			}
		}
		if rounds == 0 {
			out = append(out, steps[i])
			i++
			continue
		}
		out = append(out, folded(steps[i:i+length])...)
		i += (rounds - 1) * length
		end := folded(steps[i : i+length])
		end[0].Skipped += (rounds - 2) * length
		end[0].Rounds = rounds - 2
		out = append(out, end...)
		i += length
	}
	return out
}

// alike reports whether two rounds visit the same lines, with the same sides of branches.
func alike(a, b []Step) bool {
	for i := range a {
		if a[i].Line != b[i].Line || a[i].Branch != b[i].Branch || a[i].Func != b[i].Func || a[i].File != b[i].File ||
			a[i].Depth != b[i].Depth {
			return false
		}
	}
	return true
}
