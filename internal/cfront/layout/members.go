package layout

import "modernc.org/cc/v4"

// Fields returns the members of a struct or union as cc numbers them, nothing for other types.
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

// HasProto reports whether a call can rely on the types of the parameters.
func HasProto(t *cc.FunctionType) bool {
	return len(t.Parameters()) > 0 || t.MaxArgs() == 0
}

// Params returns the types of the parameters of a prototype, none for (void).
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
