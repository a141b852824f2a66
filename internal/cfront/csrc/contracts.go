package csrc

// Syntax of CBMC that C does not have (rule 31). Invariants and measures of loops are removed: engines do not need
// them, and they are neither assumed nor checked. Other contracts, which change the obligations or have values, are
// errors.

// refusedContracts has the reasons for the errors.
var refusedContracts = map[string]string{
	"__CPROVER_requires": "contracts of functions are not supported: write a harness that assumes the precondition, " +
		"calls the function and asserts the rest",
	"__CPROVER_forall":    "quantifiers are not supported: write a loop",
	"__CPROVER_bitvector": "bit-vectors of any width are not supported: use the integer types of C",
	"__CPROVER_floatbv":   "floating-point types of any format are not supported",
}

// contract handles a name that begins with __CPROVER_. It returns the last token to which no other rule applies.
func (r *rewriter) contract(i int) int {
	name := r.text(i)
	switch name {
	case "__CPROVER_loop_invariant", "__CPROVER_decreases", "__CPROVER_assigns":
		end := r.match(i + 1)
		if !r.is(i+1, "(") || end < 0 {
			return i
		}
		for j := i; j <= end; j++ {
			r.blank(j)
		}
		return end
	case "__CPROVER_ensures", "__CPROVER_frees", "__CPROVER_requires_contract", "__CPROVER_ensures_contract":
		name = "__CPROVER_requires"
	case "__CPROVER_exists":
		name = "__CPROVER_forall"
	case "__CPROVER_fixedbv":
		name = "__CPROVER_bitvector"
	}
	if why, ok := refusedContracts[name]; ok && !r.toks[i].inDir {
		r.errorf(i, "%s: %s", r.text(i), why)
	}
	return i
}
