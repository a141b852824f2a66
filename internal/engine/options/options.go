// Package options reads the options of engines: KEY=VALUE, separated by commas.
//
//	c := Default()
//	_, err := options.Read(options.Owner{Name: "engine synergy", Doc: "docs/synergy.md"}, "split=edge,jobs=2",
//		options.Choice("split", &c.Split, "block", "edge"),
//		options.Switch("relevance", &c.Relevance),
//		options.Number("jobs", &c.Jobs, 1, 8))
//
// Case and spaces around an option are ignored. It is an error to give a key twice.
package options

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tandem-verifier/tandem/internal/near"
)

// Owner names the owner of the options, for messages.
type Owner struct {
	Name string // "engine iat"
	Doc  string // the document that describes the options; "" if there is none
}

// Option is a key with the values that it accepts.
type Option struct {
	Key string
	set func(value string) error
}

// Choice returns the option that sets *to to the index of its value in words.
func Choice[T ~int | ~uint8](key string, to *T, words ...string) Option {
	return Words(key, words, func(i int) { *to = T(i) })
}

// Words returns the option that calls set with the index of its value in words.
func Words(key string, words []string, set func(i int)) Option {
	return Option{Key: key, set: func(value string) error {
		i, err := Index(key, value, words)
		if err == nil {
			set(i)
		}
		return err
	}}
}

// Switch returns the option that sets *to to true for "on" and to false for "off".
func Switch(key string, to *bool) Option {
	return Words(key, []string{"off", "on"}, func(i int) { *to = i == 1 })
}

// Number returns the option that sets *to to its value, a decimal number between least and most.
func Number[T ~int | ~uint64](key string, to *T, least, most T) Option {
	return Option{Key: key, set: func(value string) error {
		n, err := strconv.ParseUint(value, 10, 64)
		if err != nil || n < uint64(least) || n > uint64(most) {
			return fmt.Errorf("%q is not a number from %d to %d", value, least, most)
		}
		*to = T(n)
		return nil
	}}
}

// Index returns the index of value in words. The error lists the words, and the one that may have been meant.
func Index(key, value string, words []string) (int, error) {
	i := slices.Index(words, value)
	if i < 0 {
		return i, fmt.Errorf("no %s %q%s (there are: %s)", key, value, near.Mean(value, words), strings.Join(words, ", "))
	}
	return i, nil
}

// Read sets the options in text, and returns the keys that it has. The error quotes the wrong option.
func Read(owner Owner, text string, all ...Option) (given map[string]bool, err error) {
	given = map[string]bool{}
	for word := range strings.SplitSeq(text, ",") {
		key, value, _ := strings.Cut(strings.ToLower(strings.TrimSpace(word)), "=")
		i := slices.IndexFunc(all, func(o Option) bool { return o.Key == key })
		switch {
		case i < 0:
			err = unknown(owner, key, all)
		case given[key]:
			err = errors.New("it is given twice")
		default:
			err = all[i].set(value)
		}
		if err != nil {
			return given, fmt.Errorf("option %q of %s: %w", word, owner.Name, err)
		}
		given[key] = true
	}
	return given, nil
}

// unknown returns the error for an unknown key.
func unknown(owner Owner, key string, all []Option) error {
	var keys []string
	for _, o := range all {
		keys = append(keys, o.Key)
	}
	slices.Sort(keys)
	text := fmt.Sprintf("no such option%s (there are: %s", near.Mean(key, keys), strings.Join(keys, ", "))
	if owner.Doc != "" {
		text += "; " + owner.Doc
	}
	return errors.New(text + ")")
}
