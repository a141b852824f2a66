package acceptance

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/benchtest"
)

// packages are development packages by their names in pkg-config, with the headers that a program includes. NAME=VALUE
// defines a macro.
var packages = []struct{ name, includes string }{
	{"glib-2.0", "glib.h glib-object.h gio/gio.h"},
	{"gtk+-3.0", "gtk/gtk.h"},
	{"openssl", "openssl/ssl.h openssl/evp.h openssl/x509v3.h"},
	{"libcurl", "curl/curl.h"},
	{"ncurses", "ncurses.h"},
	{"sqlite3", "sqlite3.h sqlite3ext.h"},
	{"libxml-2.0", "libxml/parser.h libxml/xpath.h libxml/xmlwriter.h"},
	{"libpng", "png.h"},
	{"libjpeg", "stdio.h jpeglib.h"},
	{"libevent", "event2/event.h event2/bufferevent.h event2/http.h"},
	{"libuv", "uv.h"},
	{"sdl2", "SDL.h"},
	{"gmp", "gmp.h"},
	{"readline", "stdio.h readline/readline.h readline/history.h"},
	{"libpcre2-8", "PCRE2_CODE_UNIT_WIDTH=8 pcre2.h"},
	{"libusb-1.0", "libusb.h"},
	{"libbpf", "bpf/libbpf.h bpf/bpf.h bpf/btf.h"},
	{"fuse3", "FUSE_USE_VERSION=31 fuse.h fuse_lowlevel.h"},
	{"libcap", "sys/capability.h"},
	{"libsystemd", "systemd/sd-bus.h systemd/sd-event.h systemd/sd-journal.h systemd/sd-daemon.h"},
	{"jansson", "jansson.h"},
	{"yaml-0.1", "yaml.h"},
	{"libarchive", "archive.h archive_entry.h"},
	{"libpq", "libpq-fe.h"},
	{"gtk4", "gtk/gtk.h"},
	{"zlib", "zlib.h"},
}

// TestPackages tests that the headers of installed development packages can be read with the flags of pkg-config. It
// reads the headers that programs include, and skips packages that are not installed. TANDEM_LONG=1 reads every header
// of the packages that gcc accepts alone; TANDEM_PACKAGE=gtk4 selects one package.
func TestPackages(t *testing.T) {
	if _, err := exec.LookPath("pkg-config"); err != nil {
		benchtest.Missing(t, "pkg-config is not installed")
	}
	for _, p := range packages {
		t.Run(p.name, func(t *testing.T) {
			if only := os.Getenv("TANDEM_PACKAGE"); only != "" && only != p.name {
				t.Skip("not the one that is asked for")
			}
			out, err := exec.Command("pkg-config", "--cflags", p.name).Output()
			if err != nil {
				t.Skipf("%s is not installed", p.name)
			}
			read := reader{t, strings.Fields(string(out)), t.TempDir()}
			read.program(strings.Fields(p.includes))
			if os.Getenv("TANDEM_LONG") == "" {
				return
			}
			if _, err := exec.LookPath("gcc"); err != nil {
				benchtest.Missing(t, "gcc is not installed")
			}
			n := 0
			for _, h := range read.headers(p.includes) {
				if set := slices.Concat(macrosOf(p.includes), []string{"stdio.h", h}); read.accepted(set) {
					read.program(set)
					n++
				}
			}
			t.Logf("%d headers", n)
		})
	}
}

// macrosOf returns the macros in a list of headers.
func macrosOf(includes string) []string {
	return slices.DeleteFunc(strings.Fields(includes), func(w string) bool { return !strings.Contains(w, "=") })
}

// reader reads programs with the flags of a package.
type reader struct {
	t     *testing.T
	flags []string
	dir   string
}

// text returns a program that includes headers.
func (r *reader) text(includes []string) string {
	var b strings.Builder
	for _, w := range includes {
		if name, value, is := strings.Cut(w, "="); is {
			fmt.Fprintf(&b, "#define %s %s\n", name, value)
		} else {
			fmt.Fprintf(&b, "#include <%s>\n", w)
		}
	}
	return b.String() + "int main(void) { return 0; }\n"
}

// program reads a program that includes headers, and fails the test if it cannot.
func (r *reader) program(includes []string) {
	file := filepath.Join(r.dir, "a.c")
	if err := os.WriteFile(file, []byte(r.text(includes)), 0o600); err != nil {
		r.t.Fatal(err)
	}
	if _, err := app.Load(app.Options{Flags: r.flags}, file); err != nil {
		r.t.Errorf("%v: %v", includes, err)
	}
}

// accepted reports whether gcc reads the program.
func (r *reader) accepted(includes []string) bool {
	gcc := exec.Command("gcc", slices.Concat([]string{"-std=gnu17", "-w", "-fsyntax-only"}, r.flags,
		[]string{"-x", "c", "-"})...)
	gcc.Stdin = strings.NewReader(r.text(includes))
	return gcc.Run() == nil
}

// headers returns the headers of the Debian package that has the last header of a list, by the names with which
// programs include them.
func (r *reader) headers(includes string) (names []string) {
	dirs := []string{"/usr/include/x86_64-linux-gnu", "/usr/include"}
	for _, f := range r.flags {
		if d, is := strings.CutPrefix(f, "-I"); is {
			dirs = slices.Insert(dirs, 0, d)
		}
	}
	words := strings.Fields(includes)
	for _, d := range dirs {
		owner, err := exec.Command("dpkg", "-S", filepath.Join(d, words[len(words)-1])).Output()
		if err != nil {
			continue
		}
		name, _, _ := strings.Cut(string(owner), ": ")
		list, err := exec.Command("dpkg", "-L", name).Output()
		if err != nil {
			r.t.Errorf("dpkg does not list the files of %s: %v", name, err)
		}
		for file := range strings.Lines(string(list)) {
			file = strings.TrimSpace(file)
			if i := slices.IndexFunc(dirs, func(d string) bool { return strings.HasPrefix(file, d+"/") }); i >= 0 &&
				strings.HasSuffix(file, ".h") {
				names = append(names, strings.TrimPrefix(file, dirs[i]+"/"))
			}
		}
		return names
	}
	r.t.Errorf("no package has %s", words[len(words)-1])
	return nil
}
