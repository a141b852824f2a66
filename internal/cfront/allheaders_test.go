package cfront_test

import (
	"hash/fnv"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// headerSample n means that a plain go test reads one in n headers; the sample changes every day.
const headerSample = 60

// TestAllHeaders checks that each header of the C library and of the kernel that gcc accepts by itself can also be read
// by the front end, in both data models. A plain go test reads a sample. TANDEM_LONG=1 reads all headers, and
// TANDEM_HEADER=sys/epoll.h only that one.
func TestAllHeaders(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		benchtest.Missing(t, "gcc is not installed")
	}
	arch, err := exec.Command("gcc", "-print-multiarch").Output()
	if err != nil {
		benchtest.Missing(t, "gcc does not say where the headers are")
	}
	out, err := exec.Command("dpkg", "-L", "libc6-dev", "linux-libc-dev").Output()
	if err != nil {
		benchtest.Missing(t, "dpkg does not list the headers of libc6-dev and linux-libc-dev")
	}
	multi := filepath.Join("/usr/include", strings.TrimSpace(string(arch)))
	dirs := []string{multi, "/usr/include"}
	day := time.Now().Unix() / (24 * 60 * 60)
	only, long, read := os.Getenv("TANDEM_HEADER"), os.Getenv("TANDEM_LONG") != "", 0
	for file := range strings.Lines(string(out)) {
		file = strings.TrimSpace(file)
		h, ok := strings.CutPrefix(strings.TrimPrefix(file, multi+"/"), "/usr/include/")
		if !ok && !strings.HasPrefix(file, multi+"/") || !strings.HasSuffix(h, ".h") {
			continue
		}
		sum := fnv.New32a()
		sum.Write([]byte(h))
		if only != "" && only != h || only == "" && !long && (int64(sum.Sum32())+day)%headerSample != 0 {
			continue
		}
		for _, m := range []ir.DataModel{ir.LP64, ir.ILP32} {
			text := "#define _GNU_SOURCE 1\n#include <" + h + ">\nint main(void) { return 0; }\n"
			_, err := cfront.Load(cfront.Config{Model: m, Files: []string{"a.c"},
				Sources: map[string][]byte{"a.c": []byte(text)}, HostDirs: dirs})
			read++
			if err == nil {
				continue
			}
			bits := "-m64"
			if m == ir.ILP32 {
				bits = "-m32"
			}
			gcc := exec.Command("gcc", bits, "-msse2", "-idirafter", multi, "-std=gnu17", "-w", "-fsyntax-only", "-x", "c", "-")
			gcc.Stdin = strings.NewReader(text)
			if gcc.Run() == nil {
				t.Errorf("%s: <%s>: %v", m, h, err)
			}
		}
	}
	t.Logf("%d headers read", read)
}
