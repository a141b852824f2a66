package spl

import "maps"

// reads adds to read the variables that may be read before they are assigned. known has the variables that are surely
// assigned before the list; on return, those that are surely assigned after it. It reports whether no execution reaches
// the end of the list.
func reads(list []stmt, known, read map[string]bool) (ends bool) {
	use := func(d string) {
		if !known[d] {
			read[d] = true
		}
	}
	var walk func(*expr)
	walk = func(x *expr) {
		if x == nil {
			return
		}
		if x.op == "name" {
			use(x.text)
		}
		walk(x.x)
		walk(x.y)
	}
	for _, s := range list {
		walk(s.x)
		for _, a := range s.args {
			use(a.name)
		}
		for _, d := range s.dst {
			known[d.name] = true
		}
		switch s.op {
		case "if":
			no := maps.Clone(known)
			yesEnds := reads(s.then, known, read)
			noEnds := reads(s.els, no, read)
			switch {
			case yesEnds && noEnds:
				return true
			case yesEnds:
				clear(known)
				maps.Copy(known, no)
			case !noEnds:
				maps.DeleteFunc(known, func(v string, _ bool) bool { return !no[v] })
			}
		case "while":
			reads(s.then, maps.Clone(known), read)
		case "halt", "fail":
			return true // the rest is unreachable
		}
	}
	return false
}
