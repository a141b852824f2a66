package library

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"
)

// Facts is the fourth column of a row: what the parts of the verifier that look at calls, and at names, have to know of
// a function. The zero value says nothing. Arguments are numbered from 0; a list is empty where no argument is meant.
//
//	char             the argument is a value of unsigned char, or EOF (7.4p1)
//	apart=I,J,N      arguments I and J lead to N bytes each, which do not overlap
//	copy=text        the text at argument 1 is copied to argument 0; they do not overlap. copy=bounded: argument 2 limits it
//	append=text      the same, to the end of the text at argument 0; append=bounded
//	array=I          arguments I, I+1, I+2 are an array, the number of its elements, and their size.
//	                 array=I,counted: the number is in memory, at argument I+1
//	stream=I,...     streams that are open
//	text=I,...       texts that are read up to their null bytes; text?=I,...: null pointers are allowed
//	wide=I,...       wide texts that are read up to their null characters; null pointers are allowed
//	vector=I,...     vectors of texts, ended by a null pointer; null pointers are allowed
//	list=I           the arguments from I on are texts, up to a null pointer; list=I,environment: then comes a vector
//	bytes=I:N*M,...  N*M bytes are read at argument I; any number of factors
//	wides=I:N,...    the same with wide characters
//	object=I,...     the object that the argument points to is read; null pointers are allowed
//	format=I         a format of the printf family; format?=I: it may be null
//	toend            each text is read up to its first null byte, and no byte after that
//	fd=USE,...       arguments that are descriptors: see Descriptor
//	opens            it gives a descriptor or a stream that was not open
//	descriptors      it makes or ends descriptors in another way than open and close
//	output=I         it writes to the stream, or the descriptor, I
//	writes           it may change a file other than by output
//	signals          it may set a handler of a signal, or block one
//	pure             it changes nothing but errno
//	errno            the handler in package cfront leaves errno as the library does
//	replayed         a replay gives the compiled program its results in the order of the calls, used or not
//	noptr            it reads no pointer out of its arguments
//	quad             it is modelled for _Float128
//	args=CLASSES     a letter for each parameter, finer than the signature: c text, p other pointer, v void *, i, f; - for
//	                 none. A program that declares a function of this name otherwise means its own
//	native           a compiled replay may call the machine's: it works on the memory of the process, or prints
//	asan             AddressSanitizer checks what it accesses
//	reserved         a C program that Tandem prints gives its own things another name: compilers know the function, or
//	                 the program's runtime calls it
type Facts struct {
	Character                         bool
	Apart                             []int // two places, and the number of bytes
	Copies                            Copying
	Array                             []int
	Counted                           bool // the number of elements of Array is in memory
	Stream, Text, Wide, Vector        []int
	TextOrNull                        bool // all of Text
	List                              []int
	Environment                       bool // after List
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
}

// Copying says how a function copies the text at argument 1 to argument 0.
type Copying struct {
	Is      bool
	Append  bool // to the end of a text
	Bounded bool // by argument 2
}

// Range is a number of bytes, or of wide characters, at an argument: the product of others.
type Range struct {
	At      int
	Factors []int
}

// Descriptor says what a call does whose argument At is no open descriptor, in the form
//
//	AT;first=I;least=K;most=K;never;negative;number;result=K
//
// of which all but AT may be missing.
type Descriptor struct {
	At     int
	Result int64 // what the call returns; -1 if nothing is said
	Number bool  // it returns the number of the error (EBADF); else errno has it

	// First is an argument that is looked at before the descriptor, 0 if there is none: errno is known where it lies
	// between Least (0) and Most (any number). never: it is not known, Least is above Most.
	First       int
	Least, Most int64

	Negative bool // only negative numbers fail
}

var facts = sync.OnceValue(func() map[string]*Facts {
	m := map[string]*Facts{}
	for _, e := range All() {
		if f, err := ParseFacts(e.Facts); err == nil && e.Facts != "" { // TestTable looks for errors
			m[e.Name] = f
		}
	}
	return m
})

var noFacts Facts

// FactsOf returns the facts in the row of a name. No rule of Find applies: __builtin_strlen has none.
func FactsOf(name string) *Facts {
	if f := facts()[name]; f != nil {
		return f
	}
	return &noFacts
}

// WithFact lists the names whose facts satisfy a condition, in the order of the table.
func WithFact(has func(*Facts) bool) (names []string) {
	for _, e := range All() {
		if f := facts()[e.Name]; f != nil && has(f) {
			names = append(names, e.Name)
		}
	}
	return names
}

// ParseFacts reads the fourth column of a row.
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

// set enters one fact.
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
	default:
		return fmt.Errorf("no such fact")
	}
	return err
}

// flags says where a fact without a value is entered.
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

// arguments says where a fact that lists arguments is entered.
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

// numbers reads arguments, separated by sep.
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

// ranges reads AT:FACTOR*FACTOR,...
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

// descriptor reads AT;option;...
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
