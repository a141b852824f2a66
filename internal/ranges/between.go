package ranges

import (
	"errors"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/restrict"
)

// sorted returns the bounds sorted by path, without duplicates. It drops bounds that are the first path of all.
func sorted(bs []Bound) []Bound {
	bs = slices.Clone(bs)
	slices.SortStableFunc(bs, func(a, b Bound) int { return restrict.ComparePaths(a.Path, b.Path) })
	bs = slices.CompactFunc(bs, func(a, b Bound) bool { return a.Path == b.Path })
	return slices.DeleteFunc(bs, func(b Bound) bool { return strings.Trim(string(b.Path), "T") == "" })
}

// Between returns the ranges between consecutive bounds, and those before the first and from the last bound on. The
// ranges are half-open, so each path is in exactly one of them. Equal bounds count once. It returns an error if the
// bounds are of different program forms.
//
//	TF, FT  ->  ..<TF  TF..<FT  FT..
func Between(bounds []Bound) ([]restrict.PathRange, error) {
	bs := slices.Clone(bounds)
	slices.SortStableFunc(bs, func(a, b Bound) int { return restrict.ComparePaths(a.Path, b.Path) })
	form := ""
	r := restrict.PathRange{}
	var out []restrict.PathRange
	for _, b := range bs {
		if b.Form != "" && form != "" && b.Form != form {
			return nil, errors.New("bounds of two forms of the program: a bound of another form travels as a test")
		}
		if b.Form != "" {
			form = b.Form
		}
		if b.Path == r.Lo {
			continue
		}
		r.Hi, r.Before = b.Path, true
		out = append(out, r)
		r = restrict.PathRange{Lo: b.Path}
	}
	r.NoUpper = true
	out = append(out, r)
	for i := range out {
		out[i].Form = form
	}
	return out, nil
}
