package layout

import "modernc.org/cc/v4"

// Fields returns the members of a struct or union in the order of their numbers in cc; nil for other types.
func Fields(t cc.Type) (fs []*cc.Field) {
	type members interface {
		NumFields() int
		FieldByIndex(int) *cc.Field
	}
	if m, ok := t.(members); ok {
		for i := 0; i < m.NumFields(); i++ {
			fs = append(fs, m.FieldByIndex(i))
		}
	}
	return fs
}

// HasProto reports whether t has a prototype, which gives the types of the parameters.
func HasProto(t *cc.FunctionType) bool {
	return len(t.Parameters()) > 0 || t.MaxArgs() == 0
}

// Params returns the types of the parameters of a prototype, with arrays and functions as pointers; nil for (void).
func Params(t *cc.FunctionType) []cc.Type {
	if t.MaxArgs() == 0 {
		return nil
	}
	var ts []cc.Type
	for _, p := range t.Parameters() {
		ts = append(ts, p.Type().Decay())
	}
	return ts
}
