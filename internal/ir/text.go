package ir

// TextStart is how the name of the input ends that says where in its object a text begins: it is read right after an
// object that is an input, and right before other objects are made.
const TextStart = " start"

// textInput is a text that the process is started with, as a run has read it.
type textInput struct {
	start int64 // the offset of its first byte there
	bytes map[int64]byte
}

// textInputs lists the texts of a run in the order in which they were made, or read.
func textInputs(p *Program, reads []Record) (out []*textInput) {
	at := map[[2]int]*textInput{}
	add := func(r Record, start int64) *textInput {
		t := &textInput{start, map[int64]byte{}}
		at[[2]int{r.Site, r.Occ}] = t
		out = append(out, t)
		return t
	}
	for i, r := range reads {
		s := p.Sites[r.Site]
		switch {
		case !s.IsText() || r.Off < 0 && r.Bits == 0:
		case r.Off < 0:
			start := int64(0)
			if i+1 < len(reads) {
				if n := reads[i+1]; p.Sites[n.Site].Name == s.Name+TextStart {
					start = int64(n.Bits)
				}
			}
			add(r, start)
		default:
			t := at[[2]int{r.Site, r.Occ}]
			if t == nil && s.Kind == ObjectBytes {
				t = add(r, p.startOf(reads, r))
			}
			if t != nil {
				for k := range int64(r.Type.Size()) {
					t.bytes[r.Off+k] = byte(r.Bits >> (8 * k))
				}
			}
		}
	}
	return out
}

// startOf is where a text that was allocated begins: at its site that of the start comes before.
func (p *Program) startOf(reads []Record, r Record) int64 {
	for id := r.Site - 1; id >= 0; id-- {
		if p.Sites[id].Name != p.Sites[r.Site].Name+TextStart {
			continue
		}
		for _, s := range reads {
			if s.Site == id && s.Occ == r.Occ {
				return int64(s.Bits)
			}
		}
		break
	}
	return 0
}

// end is the offset of the first null byte that was read, -1 if there is none.
func (t *textInput) end() int64 {
	end := int64(-1)
	for off, b := range t.bytes {
		if b == 0 && off >= t.start && (end < 0 || off < end) {
			end = off
		}
	}
	return end
}

// fault says that bytes were read which are not the text's: before its begin, or behind a null byte.
func (t *textInput) fault() bool {
	end := t.end()
	for off := range t.bytes {
		if off < t.start || end >= 0 && off > end {
			return true
		}
	}
	return false
}

// TextFault says that a run has read beyond a text that the process is started with, inside of the object that stands for
// it: no execution of C does that and goes on.
func TextFault(p *Program, reads []Record) bool {
	for _, t := range textInputs(p, reads) {
		if t.fault() {
			return true
		}
	}
	return false
}
