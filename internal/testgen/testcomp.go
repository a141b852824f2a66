package testgen

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Meta is the metadata of a suite.
type Meta struct {
	Producer      string // tool and version, as in "tandem 1.0"
	Specification string // the text of the property
	Program       string // name of the program's file
	Hash          string // SHA-256 of this file
	Entry         string
	Model         ir.DataModel
	Time          time.Time
}

const (
	xmlHead  = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>` + "\n"
	metaHead = xmlHead +
		`<!DOCTYPE test-metadata PUBLIC "+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN" "https://sosy-lab.org/test-format/test-metadata-1.1.dtd">` + "\n"
	caseHead = xmlHead +
		`<!DOCTYPE testcase PUBLIC "+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN" "https://sosy-lab.org/test-format/testcase-1.1.dtd">` + "\n"
)

// WriteSuite writes a suite in the format of Test-Comp: metadata.xml and a file for each test. Files of an earlier
// suite in the directory are removed.
func WriteSuite(dir string, m Meta, p *ir.Program, cases []*Case) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	old, err := filepath.Glob(filepath.Join(dir, "testcase-*.xml"))
	if err != nil {
		return err
	}
	for _, f := range old {
		if err := os.Remove(f); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(dir, metaFile), m.xml(), 0o644); err != nil {
		return err
	}
	for i, c := range cases {
		if err := os.WriteFile(filepath.Join(dir, CaseFile(i+1)), c.xml(p), 0o644); err != nil {
			return err
		}
	}
	return nil
}

const metaFile = "metadata.xml"

// CaseFile returns the file name of the n-th test of a suite, counted from 1.
func CaseFile(n int) string { return fmt.Sprintf("testcase-%d.xml", n) }

// SuiteFiles returns the file names of a suite of n tests.
func SuiteFiles(n int) []string {
	out := []string{metaFile}
	for i := range n {
		out = append(out, CaseFile(i+1))
	}
	return out
}

// xml returns the text of metadata.xml.
func (m Meta) xml() []byte {
	var b bytes.Buffer
	b.WriteString(metaHead + "<test-metadata>\n")
	field := func(name, text string) {
		fmt.Fprintf(&b, "  <%s>", name)
		_ = xml.EscapeText(&b, []byte(text))
		fmt.Fprintf(&b, "</%s>\n", name)
	}
	arch := "64bit"
	if m.Model == ir.ILP32 {
		arch = "32bit"
	}
	field("sourcecodelang", "C")
	field("producer", m.Producer)
	field("specification", m.Specification)
	field("programfile", m.Program)
	field("programhash", m.Hash)
	field("entryfunction", m.Entry)
	field("architecture", arch)
	field("creationtime", m.Time.UTC().Format(time.RFC3339))
	b.WriteString("</test-metadata>\n")
	return b.Bytes()
}

// called reports whether an input is the result of a call: the format has no other inputs.
func called(s *ir.Site, r ir.Record) bool {
	return (s.Kind == ir.Nondet || s.Kind == ir.NoBody) && !exec.IsBytes(s, r.Off)
}

// xml returns the text of the file of a test.
func (c *Case) xml(p *ir.Program) []byte {
	var b bytes.Buffer
	b.WriteString(caseHead)
	if c.Error != nil {
		b.WriteString("<testcase coversError=\"true\">\n")
	} else {
		b.WriteString("<testcase>\n")
	}
	for _, r := range c.Test.Records {
		if s := p.Sites[r.Site]; called(s, r) {
			fmt.Fprintf(&b, "  <input type=\"%s\">%s</input>\n", r.Type.C(), cValue(r.Type, r.Bits))
		}
	}
	b.WriteString("</testcase>\n")
	return b.Bytes()
}

// cValue returns a value as a decimal literal.
func cValue(t ir.Type, bits uint64) string {
	switch t.Kind {
	case ir.Float:
		return exec.FormatValue(t, bits)
	case ir.Bool, ir.Ptr:
		return strconv.FormatUint(bits, 10)
	case ir.Int, ir.None: // below
	}
	if t.Signed {
		return strconv.FormatInt(int64(bits)<<(64-t.Bits)>>(64-t.Bits), 10)
	}
	return strconv.FormatUint(bits, 10)
}
