package csrc

import (
	"strconv"
	"strings"

	"modernc.org/cc/v4"
)

// Pack is one #pragma pack. Package layout applies them in the order of their declarations in the tree.
type Pack struct {
	Push, Pop bool   // the pragma saves the current value, or restores a saved one
	Label     string // the label of push or pop, may be ""
	Set       bool   // N is the new value; 0 is the default
	N         int
}

// PackIndex reports whether a specifier represents a pack pragma, and returns the number of the pragma within the unit.
func PackIndex(s *cc.StructOrUnionSpecifier) (n int, ok bool) {
	if s.Case != cc.StructOrUnionSpecifierTag {
		return 0, false
	}
	rest, ok := strings.CutPrefix(s.Token.SrcStr(), packPrefix)
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(rest)
	return n, err == nil
}

// pack is rule 7: token i is "pragma", and the line ends before token end.
func (r *rewriter) pack(i, end int) {
	var p Pack
	bad := func() {
		r.errorf(i, "#pragma %s is not understood", strings.TrimSpace(string(r.src[r.toks[i+1].off:r.toks[end].off])))
	}
	if !r.is(i+2, "(") || !r.is(end-1, ")") {
		bad()
		return
	}
	args := r.toks[i+3 : end-1]
	for k := 0; k < len(args); k++ {
		s := string(r.src[args[k].off:args[k].end])
		switch {
		case k%2 == 1:
			if s != "," {
				bad()
				return
			}
		case k == 0 && s == "push":
			p.Push = true
		case k == 0 && s == "pop":
			p.Pop = true
		case args[k].kind == tNumber:
			n, err := strconv.Atoi(s)
			if err != nil || n < 0 || n > 16 || n&(n-1) != 0 || p.Set {
				bad()
				return
			}
			p.Set, p.N = true, n
		case args[k].kind == tIdent && (p.Push || p.Pop) && p.Label == "" && !p.Set:
			p.Label = s
		default:
			bad()
			return
		}
	}
	if len(args) == 0 {
		p.Set = true
	}
	// A declaration is allowed here only after ; { } or at the beginning.
	if k := r.prevCode(i - 2); k >= 0 && !r.is(k, ";") && !r.is(k, "{") && !r.is(k, "}") {
		r.errorf(i, "#pragma pack inside of a declaration or statement is not supported")
		return
	}
	start, stop := int(r.toks[i-1].off), int(r.toks[end].off)
	if strings.IndexByte(string(r.src[start:stop]), '\n') >= 0 {
		r.errorf(i, "#pragma pack over several lines is not supported")
		return
	}
	*r.packs = append(*r.packs, p)
	r.edits = append(r.edits, edit{start, stop - start, "struct " + packPrefix + strconv.Itoa(len(*r.packs)-1) + ";"})
}

// prevCode returns the last token at or before i that is not part of a directive, or -1.
func (r *editor) prevCode(i int) int {
	for i >= 0 && r.toks[i].inDir {
		i--
	}
	return i
}
