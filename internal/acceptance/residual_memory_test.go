package acceptance

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/benchtest"
)

// memoryFaults are bodies of programs with an input x, and the x for which they have a memory error.
var memoryFaults = []struct {
	body string
	bad  func(x int) bool
}{
	{"int a[4] = {0}; if (x > 7 || x == 6) return 0; a[x] = 1; return 0;", func(x int) bool {
		return x == 4 || x == 5 ||
			x == 7
	}},
	{"char a[9] = {0}; if (x > 12) return 0; return a[x];", func(x int) bool { return x > 8 && x < 13 }},
	{"int *p = malloc(8); p[1] = 2; if (x == 3) free(p); x = p[1]; return 0;", func(x int) bool { return x == 3 }},
	{"int *p = malloc(8); if (x == 5) free(p); free(p); return 0;", func(x int) bool { return x == 5 }},
	{"char *p = malloc(20), *q = malloc(20); memset(q, 0, 20); memcpy(p, q, x); return 0;",
		func(x int) bool { return x > 20 }},
	{"char *p = \"abc\"; char b[2]; if (x == 1) b[0] = 0, p = b; if (x < 3) p[0] = 'b'; return 0;",
		func(x int) bool { return x == 0 || x == 2 }},
	{"char *p = malloc(4); if (x == 2) p++; free(p); return 0;", func(x int) bool { return x == 2 }},
	{"int *p = 0, y = 0; if (x) p = &y; return x == 1 ? 0 : *p;", func(x int) bool { return x == 0 }},
}

// TestResidualMemory tests that a residual program fails under a sanitizer for the same inputs as the program, though
// it may end before the invalid access.
func TestResidualMemory(t *testing.T) {
	cc, err := exec.LookPath("gcc")
	if err != nil {
		benchtest.Missing(t, "gcc")
	}
	dir := t.TempDir()
	for n, f := range memoryFaults {
		file := filepath.Join(dir, fmt.Sprintf("p%d.c", n))
		text := "#include <stdlib.h>\n#include <string.h>\nunsigned char nondet_uchar(void);\nint main(void) { int x = " +
			"nondet_uchar(); " + f.body + " }\n"
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, by := range []string{"product", "slice"} {
			task, err := app.Load(app.Options{Check: "memory", NoConfirm: true}, file)
			if err != nil {
				t.Fatal(err)
			}
			res, err := app.MakeResidual(context.Background(), task, app.ResidualOptions{Engine: "intervals", By: by})
			if err != nil {
				t.Fatal(err)
			}
			src, bin := filepath.Join(dir, "r.c"), filepath.Join(dir, "r")
			out, err := os.Create(src)
			if err == nil {
				err = res.Write(out, "libfuzzer")
			}
			if err == nil {
				_, err = out.WriteString(`
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  for (int x = 0; x < 24; x++) {
    uint8_t data = x;
    int s, pid = fork();
    if (pid == 0) { close(2); LLVMFuzzerTestOneInput(&data, 1); _exit(0); }
    waitpid(pid, &s, 0);
    printf("%d\n", s != 0);
  }
  return 0;
}
`)
			}
			if err == nil {
				err = out.Close()
			}
			if err != nil {
				t.Fatal(err)
			}
			if msg, err := exec.Command(cc, "-w", "-g", "-fno-strict-aliasing", "-fno-builtin", "-fsanitize=address", src, "-o",
				bin).CombinedOutput(); err != nil {
				benchtest.Missing(t, fmt.Sprintf("a sanitizer: %v\n%s", err, msg))
			}
			got, err := exec.Command("sh", "-c", "ASAN_OPTIONS=detect_leaks=0:symbolize=0 "+bin+" | tr -d '\\n'").Output()
			if err != nil || len(got) != 24 {
				t.Fatalf("%v: %q", err, got)
			}
			for x, c := range got {
				if f.bad(x) != (c == '1') {
					prog, _ := os.ReadFile(src)
					t.Errorf("%s by %s: x = %d: violated: %v, told: %c\n%s", f.body, by, x, f.bad(x), c, prog)
					break
				}
			}
		}
	}
}
