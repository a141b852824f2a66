package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestRangedTable tests the tables that scripts/ranged.sh computes from rows. The script runs no task, since all rows
// exist. Task f is missing in a row that is not finished.
func TestRangedTable(t *testing.T) {
	dir := t.TempDir()
	bench, out := filepath.Join(dir, "bench"), filepath.Join(dir, "out")
	expected := map[string]string{"a": "true", "b": "true", "c": "false", "d": "true", "e": "false", "f": "true"}
	for _, d := range []string{filepath.Join(bench, "sub"), out} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	write := func(file, text string) {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for task := range expected {
		write(filepath.Join(bench, "sub", task+".yml"), "")
	}
	// The columns of a row, for each task from a on: verdict, wall time and processor time in seconds.
	for row, said := range map[string]string{
		"Bmc":             "true 1 1.5|unknown 9 9|false 2 2.5|unknown 9 9|unknown 9 9|error 0 0",
		"Pred":            "true 2 2|true 3 3|unknown 9 9|unknown 9 9|true 1 1|unknown 9 9",
		"Ra-Bmc":          "true 1 1|true 1 1|false 1 1|unknown 9 9|unknown 9 9|unknown 9 9",
		"Ws-Bmc-Pred":     "true 1.2 2|true 1 2|false 1 2|true 1 2|false 1 2|false 1 2",
		"Pf-Bmc-Pred":     "true 1 2|true 1 2|false 1 2|unknown 9 9|true 1 2|unknown 9 9",
		"Ra-Bmc-Pred-Rdm": "true 1 1|unknown 9 9|false 1 1|unknown 9 9|unknown 9 9",
	} {
		text := ""
		for i, s := range strings.Split(said, "|") {
			task, f := string(rune('a'+i)), strings.Fields(s)
			status := "correct"
			switch f[0] {
			case expected[task]:
			case "unknown", "error":
				status = f[0]
			default:
				status = "wrong"
			}
			text += strings.Join([]string{"sub/" + task, expected[task], f[0], status, f[1], "50", "engine", "reason", f[2]},
				"\t") + "\n"
		}
		write(filepath.Join(out, row+".tsv"), text)
	}
	c := exec.Command("sh", "scripts/ranged.sh", bench)
	c.Dir = filepath.Join("..", "..")
	c.Env = append(os.Environ(), "OUT="+out, "EVERY=1", "ROWS=Bmc Pred Ra-Bmc Ws-Bmc-Pred Pf-Bmc-Pred", "TANDEM=false")
	var stderr strings.Builder
	c.Stderr = &stderr
	got, err := c.Output()
	if err == nil || c.ProcessState.ExitCode() != 1 || stderr.String() != "WRONG verdicts\n" {
		t.Errorf("%v, %q; want exit code 1, as there are wrong verdicts", err, stderr.String())
	}
	const want = `Every row, tasks that all of them have: 5 tasks
                      solved  proofs  alarms  par.only  wrong proof  wrong alarm   wall (s)    CPU (s) errors
Pred                       2       2       0         -            1            0        5.0        5.0      0
Bmc                        2       1       1         -            0            0        3.0        4.0      0
Ra-Bmc                     3       2       1         1            0            0        3.0        3.0      0
Ws-Bmc-Pred                5       3       2         2            0            0        5.2       10.0      0
Pf-Bmc-Pred                3       2       1         0            1            0        3.0        6.0      0
Ra-Bmc-Pred-Rdm            2       1       1         0            0            0        2.0        2.0      0

Rows with all tasks: 6 tasks
                      solved  proofs  alarms  par.only  wrong proof  wrong alarm   wall (s)    CPU (s) errors
Pred                       2       2       0         -            1            0        5.0        5.0      0
Bmc                        2       1       1         -            0            0        3.0        4.0      1
Ra-Bmc                     3       2       1         1            0            0        3.0        3.0      0
Ws-Bmc-Pred                5       3       2         2            0            1        5.2       10.0      0
Pf-Bmc-Pred                3       2       1         0            1            0        3.0        6.0      0
`
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	data, err := os.ReadFile(filepath.Join(out, "data.tsv"))
	if err != nil || strings.Count(string(data), "\n") != 35 ||
		!strings.Contains(string(data), "Ws-Bmc-Pred\tsub/f\ttrue\tfalse\twrong\t1\t2\t50\tengine\n") {
		t.Errorf("%v, %s", err, data)
	}
}
