//go:build ppl

package polyhedra

import (
	"bufio"
	"fmt"
	"io"
	"math/big"
	"math/rand"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/linear"
)

// reference is a running process of testdata/ppl.cc, which computes with the Parma Polyhedra Library.
type reference struct {
	t   *testing.T
	in  io.Writer
	out *bufio.Reader
	log strings.Builder
}

// start compiles and starts the reference.
func start(t *testing.T) *reference {
	t.Helper()
	exe := filepath.Join(t.TempDir(), "ppl")
	if out, err := exec.Command("g++", "-O2", "-o", exe, "testdata/ppl.cc", "-lppl", "-lgmpxx",
		"-lgmp").CombinedOutput(); err != nil {
		t.Fatalf("g++ (libppl-dev is needed): %v\n%s", err, out)
	}
	cmd := exec.Command(exe)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		cmd.Wait()
	})
	return &reference{t: t, in: in, out: bufio.NewReader(out)}
}

// do sends a command to the reference.
func (r *reference) do(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	r.log.WriteString(s + "\n")
	if _, err := fmt.Fprintln(r.in, s); err != nil {
		r.t.Fatalf("%v after\n%s", err, r.log.String())
	}
}

// line returns the next line of the reference's output.
func (r *reference) line() string {
	s, err := r.out.ReadString('\n')
	if err != nil {
		r.t.Fatalf("%v after\n%s", err, r.log.String())
	}
	return strings.TrimSpace(s)
}

func coefficients(f linear.Form, n int) string {
	var b strings.Builder
	for i := 0; i < n; i++ {
		fmt.Fprintf(&b, " %d", f.Coef(domain.Dim(i)))
	}
	return b.String()
}

// equal returns an error if the polyhedron in register reg of the reference differs from p, as a set or in the sizes of
// the minimal descriptions.
func (r *reference) equal(d Dense, reg int, p *Poly) error {
	r.do("print %d", reg)
	head := r.line()
	if head == "empty" || p.bot {
		if head != "empty" || !p.bot {
			return fmt.Errorf("PPL: %s, here bottom is %v", head, p.bot)
		}
		return nil
	}
	var eq, in, lines, others int
	fmt.Sscan(head, &eq, &in, &lines, &others)
	n := p.cols - 1
	q := d.Top(n)
	for i := 0; i < eq+in; i++ {
		fields := strings.Fields(r.line())
		var xs []integer
		for _, f := range fields[1:] {
			b, _ := new(big.Int).SetString(f, 10)
			xs = append(xs, small(b))
		}
		var ar arena
		if fields[0] == "1" {
			q = d.add(&ar, q, []*vec{ar.of(xs)}, nil)
		} else {
			q = d.add(&ar, q, nil, []*vec{ar.of(xs)})
		}
	}
	if !d.Leq(p, q) || !d.Leq(q, p) {
		return fmt.Errorf("PPL: %v\nhere: %v", d.Constraints(q), d.Constraints(p))
	}
	mine := 0
	for _, c := range p.in {
		if c.divisor().sign() != 0 {
			mine++
		}
	}
	if len(p.eq) != eq || mine != in || len(p.li) != lines || len(p.ra) != others {
		return fmt.Errorf("PPL has %d = %d >= %d lines %d others; here %d %d %d %d", eq, in, lines, others, len(p.eq), mine,
			len(p.li), len(p.ra))
	}
	return nil
}

// TestPPL compares random operations with the reference.
func TestPPL(t *testing.T) {
	ref := start(t)
	d := NewDense(Config{Rows: 1 << 20, Bits: 1 << 20, Work: 1 << 40})
	d.rational = true
	rnd := rand.New(rand.NewSource(1))
	for c := 0; c < cases(1500); c++ {
		ref.log.Reset()
		n := 1 + rnd.Intn(5)
		size := []int{2, 5, 1 << 20, 1 << 40}[rnd.Intn(4)]
		if n > 3 && size > 5 {
			n = 3
		}
		regs := make([]*Poly, 4)
		for i := range regs {
			regs[i] = d.Top(n)
			ref.do("new %d %d", i, n)
		}
		form := func() linear.Form {
			f := linear.Const(int64(rnd.Intn(2*size+1) - size))
			for i := 0; i < n; i++ {
				if x := int64(rnd.Intn(2*size+1) - size); x != 0 && rnd.Intn(2) == 0 {
					f.Terms = append(f.Terms, linear.Term{D: domain.Dim(i), C: x})
				}
			}
			return f
		}
		for s := 0; s < 20; s++ {
			a, b, i := rnd.Intn(4), rnd.Intn(4), rnd.Intn(n)
			switch rnd.Intn(14) {
			default:
				f, eq := form(), 0
				if rnd.Intn(6) == 0 {
					eq = 1
				}
				lo, _ := f.Lo.Int64()
				ref.do("con %d %d %d%s", a, eq, lo, coefficients(f, n))
				regs[a] = d.Assume(regs[a], linear.Cons{Form: f, Equal: eq == 1})
			case 5, 6:
				ref.do("join %d %d", a, b)
				regs[a] = d.Join(regs[a], regs[b])
			case 7:
				ref.do("meet %d %d", a, b)
				regs[a] = d.Meet(regs[a], regs[b])
			case 8:
				ref.do("free %d %d", a, i)
				regs[a] = d.Forget(regs[a], i)
			case 9, 10:
				f := form()
				f.Hi = f.Hi.Add(domain.WideInt(int64(rnd.Intn(3))))
				lo, _ := f.Lo.Int64()
				hi, _ := f.Hi.Int64()
				ref.do("assign %d %d %d %d%s", a, i, lo, hi, coefficients(f, n))
				regs[a] = d.Assign(regs[a], i, f)
			case 11:
				ref.do("join %d %d", b, a)
				regs[b] = d.Join(regs[b], regs[a])
				ref.do("widen %d %d", a, b)
				regs[a] = d.Widen(regs[a], regs[b], domain.Thresholds{})
			case 12:
				ref.do("leq %d %d", a, b)
				if got, want := d.Leq(regs[a], regs[b]), ref.line() == "1"; got != want {
					t.Fatalf("case %d: leq is %v here, %v in PPL\n%s", c, got, want, ref.log.String())
				}
			case 13:
				ref.do("copy %d %d", a, b)
				regs[a] = regs[b]
			}
			for _, r := range []int{a, b} {
				if err := ref.equal(d, r, regs[r]); err != nil {
					t.Fatalf("case %d: %v\nafter\n%s", c, err, ref.log.String())
				}
				if err := check(regs[r]); err != nil {
					t.Fatalf("case %d: %v\nafter\n%s", c, err, ref.log.String())
				}
			}
		}
	}
}
