package acceptance

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/tandem-verifier/tandem/internal/app"
)

// TestProjects tests that the projects of CMake and Meson in the subfolders of TANDEM_PROJECTS can be read with their
// compilation databases, without ignoring a flag: each file alone, and for its first function linked with the other
// files. make projects runs it.
func TestProjects(t *testing.T) {
	dir := os.Getenv("TANDEM_PROJECTS")
	if dir == "" {
		t.Skip("make projects PROJECTS=DIR")
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		t.Run(e.Name(), func(t *testing.T) {
			build := configured(t, filepath.Join(dir, e.Name()))
			opt := app.Options{Build: build, Reading: app.NewReading()}
			files, err := app.BuildFiles(opt)
			if err != nil {
				t.Fatal(err)
			}
			functions := 0
			for _, file := range files {
				fs, err := app.Functions(opt, file)
				if err != nil {
					t.Errorf("%s: %v", file, err)
				}
				if functions += len(fs); len(fs) == 0 {
					continue
				}
				opt := opt
				opt.Entry, opt.Window = file+":"+fs[0].Name, 1000
				if _, err := app.Load(opt, file); err != nil {
					t.Errorf("%s: %v", opt.Entry, err)
				}
			}
			t.Logf("%d files, %d functions", len(files), functions)
		})
	}
}

// configured returns a folder with the compilation database of a project.
func configured(t *testing.T, dir string) string {
	build := t.TempDir()
	dir, err := filepath.EvalSymlinks(dir) // the folder may be a link, for example to build/cmake
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range []struct {
		file    string
		command []string
	}{
		{"CMakeLists.txt", []string{"cmake", "-S", dir, "-B", build, "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"}},
		{"meson.build", []string{"meson", "setup", build, dir}},
	} {
		if _, err := os.Stat(filepath.Join(dir, tool.file)); err != nil {
			continue
		}
		if _, err := exec.LookPath(tool.command[0]); err != nil {
			t.Skip(tool.command[0] + " is not installed")
		}
		if out, err := exec.Command(tool.command[0], tool.command[1:]...).CombinedOutput(); err != nil {
			t.Skipf("%s does not configure it: %v\n%s", tool.command[0], err, out[max(0, len(out)-1000):])
		}
		return build
	}
	t.Skip("no project of CMake or Meson")
	return ""
}
