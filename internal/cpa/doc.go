// Package cpa is configurable program analysis: one reachability algorithm for all analyses that are given by their
// operators, and the abstract reachability graph that the algorithm builds.
//
// # The idea
//
// An Analysis describes the executions at one location by immutable states. Its operators are the initial state, the
// transfer over an edge, the merge of two states, the test whether one state covers another, and the adjustment of the
// precision. The algorithm (algorithm.go) follows edges from the nodes that wait. An analysis that always merges is
// data-flow analysis, and an analysis that never merges is model checking; the operators can choose anything between
// the two.
//
//	a := cpa.Product(cpa.Errors(asked), value.New(prog, meaning, value.All))
//	run := cpa.NewRun(prog, a, cpa.Orders()[0], nil)
//	done := run.Explore(ctx, 0)
//	fmt.Print(run.Graph(false))     // nodes, their formulas, links, coverage
//
// # Types
//
//	Analysis        the operators; Partitioned, Targeter, Teller, Listener, Bounded, Narrower: optional operators
//	Run             an analysis under way: Explore, Target, Refine, Descend, and again Explore
//	ARG, Node, Link the abstract reachability graph: nodes are only added; Fate says whether they were expanded,
//	                covered, or removed
//	Frame           a stack that callers share (calls and recursion by tabulation)
//	Graph           the ARG at one moment, as text, drawing, evidence, condition
//	Order           which node is next
//
// Observers (errors, bounds, conditions) are analyses without values. In a product, the analyses strengthen each other
// by expressions.
//
// # What holds
//
// An expanded node has a link for each edge that its executions pass, and the formula of the node to which the link
// leads holds after the edge. The state of a covered node is below the state of the node that covers it. So the graph
// is a proof except for executions through open nodes, which are the remaining work. TestRuns compares graphs, stopped
// and refined at random points, with runs.
//
// # Not modelled
//
// Several successors of a state over one edge (an analysis has one state that covers them); relations between the entry
// and the exit of a frame, except by different states.
package cpa
