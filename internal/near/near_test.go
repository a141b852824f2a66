package near

import (
	"slices"
	"testing"
)

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b        string
		limit, want int
	}{
		{"", "", 2, 0}, {"a", "", 2, 1}, {"clmp", "clamp", 3, 1}, {"mian", "main", 3, 1}, {"kitten", "sitting", 3, 3},
		{"kitten", "sitting", 2, 3}, {"x", "abcdef", 2, 3},
	} {
		if got := distance(c.a, c.b, c.limit); got != c.want {
			t.Errorf("%s %s: %d, want %d", c.a, c.b, got, c.want)
		}
		if got := distance(c.b, c.a, c.limit); got != c.want {
			t.Errorf("%s %s: %d, want %d", c.b, c.a, got, c.want)
		}
	}
}

func TestOf(t *testing.T) {
	names := []string{"memcpy", "memmove", "memset", "main", "helped"}
	for _, c := range []struct {
		name string
		want []string
	}{
		{"helper", []string{"helped"}}, {"mian", []string{"main"}}, {"memcp", []string{"memcpy"}}, {"MAIN", []string{"main"}},
		{"zzzz", nil}, {"main", nil}, {"x", nil},
	} {
		if got := Of(c.name, names); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	if got := Mean("memm", names); got != "; did you mean memmove?" {
		t.Errorf("memm%s", got)
	}
	if got := Mean("parse", names); got != "" {
		t.Errorf("parse%s", got)
	}
}
