package report

import (
	"fmt"
	"strings"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Invalid describes in words why an access is invalid:
//
//	write of 4 bytes at offset 40 of 40 bytes, allocated at a.c:8:12
//	read of 1 byte at offset 0 of 16 bytes, allocated at a.c:8:12 and freed at a.c:15:3
//	free of a pointer to offset 4 of s (24 bytes)
//	read through a null pointer
func Invalid(f *exec.Fault) string {
	what := "free of"
	switch f.What { // sound: words for people
	case ir.Readable:
		what = "read"
	case ir.Writable:
		what = "write"
	}
	switch {
	case f.Null:
		return what + " through a null pointer"
	case !f.Inside && f.What == ir.Freeable:
		return what + " a pointer to no object"
	case !f.Inside:
		return fmt.Sprintf("%s of %s through a pointer to no object", what, ir.Bytes(f.Bytes))
	}
	var b strings.Builder
	if f.What == ir.Freeable {
		b.WriteString(what + " a pointer to")
	} else {
		fmt.Fprintf(&b, "%s of %s at", what, ir.Bytes(f.Bytes))
	}
	fmt.Fprintf(&b, " offset %d of ", f.Offset)
	switch named := f.Object != nil && f.Object.Source != ""; {
	case named && f.Const:
		fmt.Fprintf(&b, "%s (%s, constant)", f.Object.Source, ir.Bytes(f.Size))
	case named:
		fmt.Fprintf(&b, "%s (%s)", f.Object.Source, ir.Bytes(f.Size))
	case f.Const:
		fmt.Fprintf(&b, "a constant of %s", ir.Bytes(f.Size))
	default:
		b.WriteString(ir.Bytes(f.Size))
	}
	if f.Made != nil {
		made := "made"
		switch s := f.Made.Stmt.(type) { // sound: words for people
		case *ir.Alloc:
			made = "allocated"
		case *ir.Decl:
			made = "declared"
		case *ir.Input:
			made = "of the input " + inputName(s.Site, ir.Key{}) + ","
		}
		fmt.Fprintf(&b, ", %s at %s", made, userPos(f.Made))
	}
	switch {
	case f.Dead && f.Ended == nil:
		b.WriteString(", whose function has returned")
	case f.Dead:
		ended := "gone"
		if _, ok := f.Ended.Stmt.(*ir.Free); ok {
			ended = "freed"
		}
		fmt.Fprintf(&b, " and %s at %s", ended, userPos(f.Ended))
	}
	return b.String()
}

// unfreed describes the memory that a program has not freed at its end, or with lost set, the memory that no pointer
// leads to:
//
//	not freed: 10 bytes, allocated at a.c:8:12
//	no pointer leads to: 2 blocks of 16 bytes together, allocated at a.c:8:12; 4 bytes, allocated at a.c:9:3
func unfreed(left []exec.Left, lost bool) string {
	type block struct {
		n    int
		size uint64
	}
	var places []string
	at := map[string]*block{}
	for _, l := range left {
		if lost && !l.Lost {
			continue
		}
		where := ""
		if l.Made != nil {
			where = userPos(l.Made).String()
		}
		if at[where] == nil {
			at[where] = &block{}
			places = append(places, where)
		}
		at[where].n++
		at[where].size += l.Size
	}
	if len(places) == 0 {
		return ""
	}
	var list []string
	for i, where := range places {
		const most = 5
		if i == most {
			list = append(list, fmt.Sprintf("blocks of %d more %s", len(places)-most,
				Plural(len(places)-most, "place", "places")))
			break
		}
		b := at[where]
		text := ir.Bytes(b.size)
		if b.n > 1 {
			text = fmt.Sprintf("%d blocks of %s together", b.n, text)
		}
		if where != "" {
			text += ", allocated at " + where
		}
		list = append(list, text)
	}
	what := "not freed: "
	if lost {
		what = "no pointer leads to: "
	}
	return what + strings.Join(list, "; ")
}

// userPos returns the position of an edge in a file of the user; for an edge of an inlined model of the library, the
// position of the call.
func userPos(e *ir.Edge) ir.Pos {
	pos := e.Pos
	for in := e.Inline; in != nil && ofModel(pos); in = in.Parent {
		pos = in.Call
	}
	return pos
}

// ofModel reports whether a position is in a model of the library.
func ofModel(p ir.Pos) bool { return strings.HasPrefix(p.File, "<") }

// Place returns the position of the obligation in a file of the user; for one in a model of the library, the position
// of the call.
func (o *Obligation) Place() ir.Pos {
	for i := len(o.Via) - 1; i >= 0 && ofModel(o.Pos); i-- {
		if !ofModel(o.Via[i]) {
			return o.Via[i]
		}
	}
	return o.Pos
}
