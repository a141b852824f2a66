package ir

import (
	"fmt"
	"strings"
)

// TextStart is the suffix of the names of certain inputs. Such an input is the offset at which a text begins in its
// object. If the object is a pointer input, the offset is read right after the pointer; for other objects, it is read
// right before the object is made.
const TextStart = " start"

// textInput is a text that the process gets when it starts, as far as a run has read it.
type textInput struct {
	start int64          // the offset of its first byte in its object
	bytes map[int64]byte // the bytes that the run has read, by offset in the object
}

// Texts holds the texts that the process gets when it starts, such as arguments of main, as far as a run has read them.
type Texts struct {
	p     *Program
	reads []Record
	at    map[[2]int]*textInput // by site and occurrence
}

// NewTexts returns the texts of a run with these inputs, nil if the run has read none.
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

// startOf returns the offset at which the text of the allocated object of r begins. The offset is an input whose site
// comes right before the site of the object and whose occurrence is the same. Without such an input, startOf returns 0.
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

// end returns the offset of the first null byte of the text that was read, -1 if there is none.
func (t *textInput) end() int64 {
	end := int64(-1)
	for off, b := range t.bytes {
		if b == 0 && off >= t.start && (end < 0 || off < end) {
			end = off
		}
	}
	return end
}

// Outside reports whether an access to n > 0 bytes at a place in a text is outside of the text: before its beginning,
// or after the first null byte that it had initially. Such bytes are in the object that models the text, but in C the
// access is undefined. Outside returns false for places outside of texts and for n = 0.
func (t *Texts) Outside(at Place, n uint64) bool {
	if at.Kind != OfSite || !t.p.Sites[at.ID].IsText() || n == 0 {
		return false
	}
	x := t.at[[2]int{at.ID, at.Occ}]
	if x == nil { // the run has not read the text
		x = &textInput{start: t.p.startOf(t.reads, Record{Key: Key{Site: at.ID, Occ: at.Occ}})}
	}
	end := x.end()
	return at.Off < x.start || end >= 0 && n > uint64(end-at.Off+1) || end >= 0 && at.Off > end
}

// Bytes returns the text of a number of bytes, such as "4 bytes".
func Bytes[T int64 | uint64 | int](n T) string {
	if n == 1 {
		return "1 byte"
	}
	return fmt.Sprintf("%d bytes", n)
}
