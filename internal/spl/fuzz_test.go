package spl_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/spl"
)

// FuzzParse checks that each text is a program or has an error with a position, and that a program passes the check of
// the IR, before and after the passes.
func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("testdata/*.spl")
	if err != nil || len(files) == 0 {
		f.Fatal("no programs", err)
	}
	for i, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src, uint8(i))
	}
	f.Add([]byte("var x:int,r:real;begin(x)=f(x);()=main();r=sqrt_f,n(cast_f r)*_d,n-1/3;end"), uint8(3))
	f.Fuzz(func(t *testing.T, src []byte, how uint8) {
		watchdog := time.AfterFunc(time.Minute, func() { panic("it does not end") })
		defer watchdog.Stop()
		cfg := spl.Config{Model: ir.LP64, Property: []string{"", "no-overflow", "unreach-call"}[how%3]}
		p, err := spl.Parse("a.spl", src, cfg)
		if err != nil {
			var e *spl.Error
			if !errors.As(err, &e) || e.Pos.Line < 1 || e.Pos.Col < 1 || e.Msg == "" {
				t.Fatalf("%#v", err)
			}
			return
		}
		if err := ir.Check(p); err != nil {
			t.Fatal(err)
		}
		keys := map[string]bool{}
		for _, s := range p.Sites {
			if keys[s.Key] {
				t.Fatal("two sites", s.Key)
			}
			keys[s.Key] = true
		}
		opt := instrument.Default()
		opt.Report = map[string]bool{ir.NoOverflow: cfg.Property == "no-overflow"}
		if how&8 != 0 {
			opt.Overflow = "undefined"
		}
		if p, err = instrument.Prepare(p, opt); err != nil {
			t.Fatal(err)
		}
		if err := ir.Check(p); err != nil {
			t.Fatal(err)
		}
	})
}
