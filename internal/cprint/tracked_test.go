package cprint

import (
	"testing"

	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestTracked tests that printed programs answer questions about leaks and heap objects as the interpreter does.
func TestTracked(t *testing.T) {
	const src = `
void *malloc(unsigned long); void free(void *); int nondet_int(void); void __CPROVER_assert(_Bool, const char *);
_Bool __CPROVER_DYNAMIC_OBJECT(const void *);
struct node { struct node *next; char c[5]; };
static struct node *head;
static char *inside;
int main(void) {
  int n = nondet_int();
  head = malloc(sizeof *head);
  head->next = malloc(sizeof *head);
  head->next->next = 0;
  inside = (char *)malloc(8) + 8;
  char *local = malloc(3), here[4];
  __CPROVER_assert(__CPROVER_DYNAMIC_OBJECT(n == 6 ? here : local + 1), "heap");
  switch (n) {
  case 1: head->next = 0; break;
  case 2: inside = 0; break;
  case 3: head->next->next = (struct node *)local; return 0;
  case 4: return 0;
  case 5: free(head->next); head->next = (struct node *)local; return 0;
  case 7: head->next->next = head; head = head->next; break;
  }
  free(local);
  return 0;
}`
	p, err := cfront.Load(cfront.Config{Model: ir.LP64, Files: []string{"l.c"},
		Sources: map[string][]byte{"l.c": []byte(src)}, Checks: []string{ir.ValidMemtrack}})
	if err != nil {
		t.Fatal(err)
	}
	instrument.Guards(p, instrument.Checks{Report: map[string]bool{ir.ValidMemtrack: true}})
	o := Options{Stdin: true, Trace: true, Fuel: testFuel}
	for _, cc := range compilers(t) {
		bin := compile(t, cc, p, o, "-O1")
		want := map[string]exec.Kind{"0": exec.Finished, "1": exec.Violated, "2": exec.Violated, "3": exec.Finished,
			"4": exec.Violated,
			"5": exec.Finished, "6": exec.Violated, "7": exec.Finished}
		for text, kind := range want {
			in, err := exec.ParseInputs(text, p)
			if err != nil {
				t.Fatal(err)
			}
			m, err := exec.NewInterp(p, exec.Config{})
			if err != nil {
				t.Fatal(err)
			}
			if r, err := m.Run(t.Context(), in); err != nil || r.Outcome.Kind != kind {
				t.Errorf("%s: %+v %v", text, r.Outcome, err)
			}
			if in, err = exec.ParseInputs(text, p); err != nil || !sameRun(t, p, bin, exec.Chain(in, exec.Zeros())) {
				t.Errorf("%s cannot be compared: %v", text, err)
			}
		}
	}
}
