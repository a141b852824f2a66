package library

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"
)

// Facts is the fourth column of a row: properties of a function, for the parts of the verifier that handle calls and
// names. The zero value states nothing. Arguments are numbered from 0; a list is empty if no argument is meant.
//
//	char             the argument is a value of unsigned char, or EOF (7.4p1)
//	apart=I,J,N      arguments I and J point to N bytes each, which do not overlap
//	copy=text        copies the text at argument 1 to argument 0; they do not overlap. copy=bounded: argument 2 limits it
//	append=text      appends the text at argument 1 to the text at argument 0; append=bounded: argument 2 limits it
//	array=I          arguments I, I+1, I+2 are an array, the number of its elements, and their size.
//	                 array=I,counted: argument I+1 points to the number
//	stream=I,...     streams that are open
//	text=I,...       texts that are read up to their null bytes; text?=I,...: null pointers are allowed
//	wide=I,...       wide texts that are read up to their null characters; null pointers are allowed
//	vector=I,...     vectors of texts that end with a null pointer; null pointers are allowed
//	list=I           the arguments from I on are texts, up to a null pointer. list=I,environment: a vector follows it
//	bytes=I:N*M,...  reads N*M bytes at argument I, where N and M are arguments; any number of factors
//	wides=I:N,...    the same with wide characters
//	object=I,...     reads the object that the argument points to; null pointers are allowed
//	format=I         a format of the printf family; format?=I: it may be null
//	toend            reads each text up to its first null byte, and no byte after that
//	fd=USE,...       arguments that are descriptors: see Descriptor
//	opens            returns a descriptor or a stream that was not open
//	descriptors      makes or ends descriptors in another way than open and close
//	output=I         writes to argument I, a stream or a descriptor
//	writes           may change a file other than by output
//	signals          may set a handler of a signal, or block a signal
//	pure             changes nothing but errno
//	errno            the handler in package cfront sets errno as the library does
//	replayed         a replay gives the compiled program the results of its calls in order, whether they are used or not
//	noptr            reads no pointer from the memory that its arguments point to
//	quad             is modelled for _Float128
//	args=CLASSES     a letter for each parameter, finer than the signature: c text, p other pointer, v void *, i, f; "-"
//	                 for none. If a program declares a function of this name otherwise, it is the program's own
//	native           a compiled replay may call the machine's function: it works on the memory of the process, or prints
//	asan             AddressSanitizer checks its accesses
//	reserved         a C program that Tandem prints must not use the name for its own things, since compilers know
//	                 the function or the program's runtime calls it
//	like=F ...       allocates or frees memory: see Allocator for this and the facts after it
type Facts struct {
	Character                         bool
	Apart                             []int // two arguments, and the argument with the number of bytes
	Copies                            Copying
	Array                             []int
	Counted                           bool // Array: the number of elements is in memory
	Stream, Text, Wide, Vector        []int
	TextOrNull                        bool // Text: null pointers are allowed
	List                              []int
	Environment                       bool // a vector follows List
	Bytes, WideBytes                  []Range
	Object, Format                    []int
	FormatOrNull                      bool
	ToEnd                             bool
	Descriptors                       []Descriptor
	Opens, MovesDescriptors           bool
	Output                            []int
	Writes, Signals                   bool
	Pure, Errno, Replayed, NoPtr      bool
	Quad, Native, Sanitized, Reserved bool
	// Params has a letter for each parameter, if KnownParams.
	Params      string
	KnownParams bool
	Allocator   *Allocator
}

// Copying describes how a function copies the text at argument 1 to argument 0.
type Copying struct {
	Is      bool // the function copies
	Append  bool // to the end of the text at argument 0
	Bounded bool // argument 2 limits the length
}

// Range is a read of bytes or wide characters at the argument At. Their number is the product of the arguments Factors.
type Range struct {
	At      int
	Factors []int
}

// Descriptor describes the effect of a call whose argument At is not an open descriptor. Its text form is
//
//	AT;first=I;least=K;most=K;never;negative;number;result=K
//
// where all but AT may be missing.
type Descriptor struct {
	At     int
	Result int64 // the result of the call; -1 by default
	Number bool  // the result is the number of the error (EBADF); otherwise errno has it

	// First is an argument that the function checks before the descriptor, 0 if there is none. The error is known only if
	// this argument is between Least (by default 0) and Most (by default any number). The option "never" makes Least
	// greater than Most, so that the error is not known for any argument.
	First       int
	Least, Most int64

	Negative bool // only negative descriptors fail
}

// facts returns the facts of the rows that have any, by name.
var facts = sync.OnceValue(func() map[string]*Facts {
	m := map[string]*Facts{}
	for _, e := range rows() {
		if f, err := ParseFacts(e.Facts); err == nil && e.Facts != "" { // TestTable looks for errors
			m[e.Name] = f
			if a := f.Allocator; a != nil {
				a.Name, a.Sig = e.Name, e.Sig
			}
		}
	}
	return m
})

var noFacts Facts

// FactsOf returns the facts in the row of a name, empty facts if there is no such row. It does not apply the rules of
// Find: __builtin_strlen has no facts.
func FactsOf(name string) *Facts {
	if f := facts()[name]; f != nil {
		return f
	}
	return &noFacts
}

// WithFact returns the names whose facts satisfy has, in the order of the table.
func WithFact(has func(*Facts) bool) (names []string) {
	for _, e := range All() {
		if f := facts()[e.Name]; f != nil && has(f) {
			names = append(names, e.Name)
		}
	}
	return names
}

// ParseFacts parses the fourth column of a row.
func ParseFacts(text string) (*Facts, error) {
	f := &Facts{}
	for _, word := range strings.Fields(text) {
		key, value, given := strings.Cut(word, "=")
		err := f.set(key, value)
		if given && err == nil && value == "" {
			err = fmt.Errorf("no value")
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", word, err)
		}
	}
	return f, nil
}

// set enters the fact key=value, or the fact key if value is empty.
func (f *Facts) set(key, value string) (err error) {
	if flag := flags[key]; flag != nil {
		if *flag(f) = true; value != "" {
			return fmt.Errorf("%s takes no value", key)
		}
		return nil
	}
	if list := arguments[key]; list != nil {
		f.TextOrNull = f.TextOrNull || key == "text?"
		f.FormatOrNull = f.FormatOrNull || key == "format?"
		switch key {
		case "array":
			value, f.Counted = strings.CutSuffix(value, ",counted")
		case "list":
			value, f.Environment = strings.CutSuffix(value, ",environment")
		}
		is, err := numbers(value, ",")
		*list(f) = is
		if err == nil && key == "apart" && len(is) != 3 {
			err = fmt.Errorf("three arguments are expected")
		}
		return err
	}
	switch key {
	case "copy", "append":
		if value != "text" && value != "bounded" {
			return fmt.Errorf("text or bounded is expected")
		}
		f.Copies = Copying{Is: true, Append: key == "append", Bounded: value == "bounded"}
	case "bytes":
		f.Bytes, err = ranges(value)
	case "wides":
		f.WideBytes, err = ranges(value)
	case "fd":
		for _, use := range strings.Split(value, ",") {
			d, err := descriptor(use)
			if err != nil {
				return err
			}
			f.Descriptors = append(f.Descriptors, d)
		}
	case "args":
		f.Params, f.KnownParams = strings.TrimPrefix(value, "-"), true
	case "like":
		f.Allocator = &Allocator{Like: value, Old: -1, Size: -1, Count: -1}
	default:
		if f.Allocator != nil {
			return f.Allocator.set(key, value)
		}
		return fmt.Errorf("no such fact")
	}
	return err
}

// flags maps the facts without a value to their fields.
var flags = map[string]func(f *Facts) *bool{
	"char":        func(f *Facts) *bool { return &f.Character },
	"toend":       func(f *Facts) *bool { return &f.ToEnd },
	"opens":       func(f *Facts) *bool { return &f.Opens },
	"descriptors": func(f *Facts) *bool { return &f.MovesDescriptors },
	"writes":      func(f *Facts) *bool { return &f.Writes },
	"signals":     func(f *Facts) *bool { return &f.Signals },
	"pure":        func(f *Facts) *bool { return &f.Pure },
	"errno":       func(f *Facts) *bool { return &f.Errno },
	"replayed":    func(f *Facts) *bool { return &f.Replayed },
	"noptr":       func(f *Facts) *bool { return &f.NoPtr },
	"quad":        func(f *Facts) *bool { return &f.Quad },
	"native":      func(f *Facts) *bool { return &f.Native },
	"asan":        func(f *Facts) *bool { return &f.Sanitized },
	"reserved":    func(f *Facts) *bool { return &f.Reserved },
}

// arguments maps the facts that list arguments to their fields.
var arguments = map[string]func(f *Facts) *[]int{
	"apart":   func(f *Facts) *[]int { return &f.Apart },
	"array":   func(f *Facts) *[]int { return &f.Array },
	"stream":  func(f *Facts) *[]int { return &f.Stream },
	"text":    func(f *Facts) *[]int { return &f.Text },
	"text?":   func(f *Facts) *[]int { return &f.Text },
	"wide":    func(f *Facts) *[]int { return &f.Wide },
	"vector":  func(f *Facts) *[]int { return &f.Vector },
	"list":    func(f *Facts) *[]int { return &f.List },
	"object":  func(f *Facts) *[]int { return &f.Object },
	"format":  func(f *Facts) *[]int { return &f.Format },
	"format?": func(f *Facts) *[]int { return &f.Format },
	"output":  func(f *Facts) *[]int { return &f.Output },
}

// numbers parses a list of arguments separated by sep.
func numbers(text, sep string) (list []int, err error) {
	for _, w := range strings.Split(text, sep) {
		i, err := strconv.Atoi(w)
		if err != nil || i < 0 {
			return nil, fmt.Errorf("%q is no argument", w)
		}
		list = append(list, i)
	}
	return list, nil
}

// ranges parses AT:FACTOR*FACTOR,...
func ranges(text string) (list []Range, err error) {
	for _, w := range strings.Split(text, ",") {
		at, factors, _ := strings.Cut(w, ":")
		a, err := numbers(at, ",")
		if err != nil {
			return nil, err
		}
		n, err := numbers(factors, "*")
		if err != nil {
			return nil, err
		}
		list = append(list, Range{a[0], n})
	}
	return list, nil
}

// descriptor parses AT;option;...
func descriptor(text string) (d Descriptor, err error) {
	options := strings.Split(text, ";")
	at, err := numbers(options[0], ",")
	if err != nil {
		return d, err
	}
	d = Descriptor{At: at[0], Result: -1, Most: math.MaxInt64}
	for _, o := range options[1:] {
		key, value, given := strings.Cut(o, "=")
		k := int64(0)
		if given {
			if k, err = strconv.ParseInt(value, 10, 64); err != nil {
				return d, fmt.Errorf("%q is no number", value)
			}
		}
		switch {
		case key == "first" && given:
			d.First = int(k)
		case key == "least" && given:
			d.Least = k
		case key == "most" && given:
			d.Most = k
		case key == "result" && given:
			d.Result = k
		case key == "never" && !given:
			d.Least, d.Most = 1, 0
		case key == "negative" && !given:
			d.Negative = true
		case key == "number" && !given:
			d.Number = true
		default:
			return d, fmt.Errorf("%q is no option of a descriptor", o)
		}
	}
	return d, nil
}
