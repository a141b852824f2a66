package ir

import (
	"fmt"
	"strings"
)

// TextStart is how the name of the input ends that says where in its object a text begins: it is read right after an
// object that is an input, and right before other objects are made.
const TextStart = " start"

// textInput is a text that the process is started with, as a run has read it.
type textInput struct {
	start int64 // the offset of its first byte there
	bytes map[int64]byte
}

// Texts are the texts that the process is started with, as a run has read them.
type Texts struct {
	p     *Program
	reads []Record
	at    map[[2]int]*textInput // by site and occurrence
}

// NewTexts gives the texts of a run; nil if it has none.
func NewTexts(p *Program, reads []Record) *Texts {
	t := &Texts{p, reads, map[[2]int]*textInput{}}
	at := t.at
	add := func(r Record, start int64) *textInput {
		t := &textInput{start, map[int64]byte{}}
		at[[2]int{r.Site, r.Occ}] = t
		return t
	}
	any := false
	for i, r := range reads {
		s := p.Sites[r.Site]
		any = any || s.IsText() || strings.HasSuffix(s.Name, TextStart)
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
	if !any {
		return nil
	}
	return t
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

// Outside reports whether an access to n bytes, at least one, leaves the text at a place: before its begin, or after
// the first of the null bytes that were there at the start. Both lie in the object that stands for the text, and no
// execution of C goes on there.
func (t *Texts) Outside(at Place, n uint64) bool {
	if at.Kind != OfSite || !t.p.Sites[at.ID].IsText() || n == 0 {
		return false
	}
	x := t.at[[2]int{at.ID, at.Occ}]
	if x == nil { // nothing was read of it
		x = &textInput{start: t.p.startOf(t.reads, Record{Key: Key{Site: at.ID, Occ: at.Occ}})}
	}
	end := x.end()
	return at.Off < x.start || end >= 0 && n > uint64(end-at.Off+1) || end >= 0 && at.Off > end
}

// Bytes is a number of bytes, in words.
func Bytes[T int64 | uint64 | int](n T) string {
	if n == 1 {
		return "1 byte"
	}
	return fmt.Sprintf("%d bytes", n)
}
