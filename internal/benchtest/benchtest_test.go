package benchtest

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestTasks(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TANDEM_BENCH_DIR", dir)
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("tasks.tsv", "id\tsource\na.c\tx\nb.i\tx\nc.java\tx\nd.c")
	for pattern, want := range map[string][]string{"": {"a.c", "b.i", "d.c"}, "b|d": {"b.i", "d.c"}, ".c": {"a.c", "d.c"},
		"e": nil} {
		var got []string
		for _, task := range Tasks(t, pattern) {
			got = append(got, task.ID)
			if task.File != filepath.Join(dir, task.ID) {
				t.Errorf("%s is %s", task.ID, task.File)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", pattern, got, want)
		}
	}
	task := Tasks(t, "a")[0]
	if _, _, err := task.Definition(); err == nil {
		t.Error("no .yml, and no error")
	}
	for text, want := range map[string]string{
		"expected_verdict: true\n": "wrap true",
		"expected_verdict: false\noptions:\n  signed_overflow: undefined\n": "undefined false",
	} {
		write("a.yml", text)
		if overflow, expected, err := task.Definition(); err != nil || overflow+" "+expected != want {
			t.Errorf("%s %s %v, want %s", overflow, expected, err, want)
		}
	}
}
