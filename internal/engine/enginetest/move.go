package enginetest

import (
	"fmt"
	"reflect"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Move translates e, a proof about the program of the first task, into a proof about a similar program such as its
// twin. Parts of the programs correspond if their names or numbers are equal. The error names a part without a
// counterpart of the same type.
func Move(from, to *verify.Task, e verify.Evidence) (verify.Evidence, error) {
	m := &mover{from: from, to: to, image: images(from.Program, to.Program)}
	there := m.move(reflect.ValueOf(&e).Elem())
	if m.err != nil {
		return nil, m.err
	}
	return there.Interface().(verify.Evidence), nil
}

// images returns, for each part of the first program, the corresponding part of the second; nil if there is none.
func images(from, to *ir.Program) map[any]any {
	image := map[any]any{}
	vars := func(from, to []*ir.Var) {
		for _, v := range from {
			image[v] = nil
			for _, w := range to {
				if w.Name == v.Name && w.Type == v.Type {
					image[v] = w
				}
			}
		}
	}
	objects := func(from, to []*ir.Object) {
		for _, o := range from {
			image[o] = nil
			for _, p := range to {
				if p.Name == o.Name {
					image[o] = p
				}
			}
		}
	}
	vars(from.Globals, to.Globals)
	objects(from.Objects, to.Objects)
	for i, o := range from.Obligations {
		image[o] = at(to.Obligations, i)
	}
	for _, f := range from.Funcs {
		there := &ir.Func{}
		image[f] = nil
		for _, g := range to.Funcs {
			if g.Name == f.Name {
				there, image[f] = g, g
			}
		}
		vars(f.Vars, there.Vars)
		objects(f.Objects, there.Objects)
		for i, l := range f.Locs {
			image[l] = at(there.Locs, i)
		}
		for i, e := range f.Edges {
			image[e] = at(there.Edges, i)
		}
	}
	return image
}

// at returns the i-th element of list, nil if there is none.
func at[T any](list []*T, i int) any {
	if i < len(list) {
		return list[i]
	}
	return nil
}

// mover copies values and replaces parts of the program by their images. Registers and objects that do not belong to
// the program belong to the proof, and are copied.
type mover struct {
	from, to *verify.Task
	image    map[any]any
	err      error
}

// move returns a copy of v with images.
func (m *mover) move(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			w := reflect.New(v.Type()).Elem()
			w.Set(m.move(v.Elem()))
			return w
		}
	case reflect.Pointer:
		if !v.IsNil() {
			return m.pointer(v)
		}
	case reflect.Struct:
		w := reflect.New(v.Type()).Elem()
		w.Set(v)
		if leaf, is := v.Interface().(verify.Leaf); is && !leaf.Here && !leaf.Scope.Whole() {
			w.Set(reflect.ValueOf(m.leaf(leaf)))
			return w
		}
		for i := range v.NumField() {
			if w.Field(i).CanSet() {
				w.Field(i).Set(m.move(v.Field(i)))
			}
		}
		return w
	case reflect.Slice:
		if !v.IsNil() {
			w := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
			for i := range v.Len() {
				w.Index(i).Set(m.move(v.Index(i)))
			}
			return w
		}
	case reflect.Map:
		if !v.IsNil() {
			w := reflect.MakeMap(v.Type())
			for _, k := range v.MapKeys() {
				w.SetMapIndex(m.move(k), m.move(v.MapIndex(k)))
			}
			return w
		}
	}
	return v
}

// pointer does what move does, for a pointer that is not nil.
func (m *mover) pointer(v reflect.Value) reflect.Value {
	old := v.Interface()
	if image, known := m.image[old]; known {
		if image == nil {
			if m.err == nil {
				m.err = fmt.Errorf("the other program has nothing like this %T", old)
			}
			return v
		}
		return reflect.ValueOf(image)
	}
	w := reflect.New(v.Type().Elem())
	w.Elem().Set(v.Elem())
	switch x := w.Interface().(type) {
	case *ir.Var: // unchanged
	case *ir.Object:
		if x.Func != nil {
			x.Func = m.move(reflect.ValueOf(x.Func)).Interface().(*ir.Func)
		}
	default:
		w.Elem().Set(m.move(v.Elem()))
		return w
	}
	m.image[old] = w.Interface()
	return w
}

// leaf moves a leaf: a proof of a part of the task becomes a proof of the corresponding part of the other task.
func (m *mover) leaf(l verify.Leaf) verify.Leaf {
	out := verify.Leaf{Scope: m.move(reflect.ValueOf(l.Scope)).Interface().(verify.Scope),
		Of: m.move(reflect.ValueOf(l.Of)).Interface().([]*ir.Obligation)}
	if m.err != nil {
		return out
	}
	from, err := m.from.Part(l.Scope)
	if err == nil {
		var to *verify.Task
		if to, err = m.to.Part(out.Scope); err == nil {
			out.Proof, err = Move(from, to, l.Proof)
		}
	}
	if m.err == nil {
		m.err = err
	}
	return out
}
