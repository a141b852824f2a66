package ir

// origins checks the rule of the package's comment, but for values: what e stands for leads from
// the origin of its start to that of its end; in a slice edges may be missing after it.
func (c *checker) origins(e *Edge) {
	at := c.follow(e.From.Origin, e.Origin)
	if call, ok := e.Stmt.(*Call); ok && len(e.Origin) > 0 {
		own := e.Origin[len(e.Origin)-1]
		if o, ok := own.Stmt.(*Call); !ok || o.Func != call.Func.Origin {
			c.bad("the origin of the call is another statement")
		}
		at = own.To // when it has returned
	}
	at = c.follow(at, e.After)
	if to := e.To.Origin; at != nil && to != nil && at != to && !c.p.Slice {
		c.bad("the origins lead to L%d of %s, the origin of the end is L%d of %s", at.ID, at.Func.Name, to.ID, to.Func.Name)
	}
}

// follow takes the edges from a location of the program that c.p was derived from. Nil is a location that
// is not known: where a call goes on.
func (c *checker) follow(at *Loc, es []*Edge) *Loc {
	for _, o := range es {
		if at != nil && o.From != at {
			c.bad("an origin starts at L%d of %s, the one before leads to L%d of %s", o.From.ID, o.From.Func.Name, at.ID,
				at.Func.Name)
		}
		at = o.To
		switch s := o.Stmt.(type) { // sound: the others go on at the end of their edge
		case *Call:
			at = s.Func.Entry
		case *Return:
			at = nil
		}
	}
	return at
}
