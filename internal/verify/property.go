package verify

// Property is what a property file asks for. The zero value: assertions in every dialect.
type Property struct {
	Name  string `json:"name"`  // base name of the file: unreach-call, no-overflow, coverage-branches
	Text  string `json:"text"`  // CHECK( init(main()), LTL(G ! call(reach_error())) )
	Entry string `json:"entry"` // main
	Error string `json:"error"` // the error function: reach_error; "" otherwise
	Label string `json:"label"` // unreach-label: ERROR
	Cover bool   `json:"cover"` // COVER instead of CHECK
}
